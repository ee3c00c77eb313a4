use queens::*;
use std::time::Instant;
fn rnd(s: &mut u64) -> u64 { *s ^= *s << 13; *s ^= *s >> 7; *s ^= *s << 17; *s }
fn shuffle<T>(v: &mut [T], s: &mut u64) { for i in (1..v.len()).rev() { let j = (rnd(s) % (i as u64 + 1)) as usize; v.swap(i, j); } }
fn blocked(n: u32, m: usize, s: &mut u64) -> Problem {
    let size = BoardSize::new(n).unwrap();
    loop {
        let mut sq: Vec<Square> = size.squares().collect(); shuffle(&mut sq, s);
        let (mut r, mut c) = (vec![n; n as usize], vec![n; n as usize]);
        let mut p = Problem::plain(size); let mut k = 0;
        for q in sq { if k == m { break; }
            if r[q.row as usize] > 4 && c[q.column as usize] > 4 { r[q.row as usize] -= 1; c[q.column as usize] -= 1; p = p.with_blocked(q).unwrap(); k += 1; } }
        if k == m { return p; }
    }
}
fn diags(n: u32, d: usize, s: &mut u64) -> Problem {
    let size = BoardSize::new(n).unwrap();
    let mut a: Vec<u32> = (0..2*n-1).collect(); let mut b = a.clone(); shuffle(&mut a, s); shuffle(&mut b, s);
    let mut p = Problem::plain(size); let mut k = 0;
    while k < d && !(a.is_empty() && b.is_empty()) {
        let q = if rnd(s) % 2 == 0 { let Some(x) = a.pop() else { continue }; let sq = Square { row: x.min(n-1), column: x - x.min(n-1) }; p.clone().with_excluded_anti(sq) }
          else { let Some(x) = b.pop() else { continue }; let sq = if x >= n-1 { Square { row: x-(n-1), column: 0 } } else { Square { row: 0, column: n-1-x } }; p.clone().with_excluded_diag(sq) }.unwrap();
        let ok = (0..n).all(|i| (0..n).filter(|&j| q.is_open(Square{row:i,column:j})).count() >= 4 && (0..n).filter(|&j| q.is_open(Square{row:j,column:i})).count() >= 4);
        if ok { p = q; k += 1; }
    }
    p
}
fn run(name: &str, make: &dyn Fn(&mut u64) -> Problem, k: u64) {
    let mut t = vec![]; let (mut sat, mut nodes) = (0, 0);
    for i in 0..k { let mut s = 0x9e3779b97f4a7c15u64.wrapping_mul(i + 1); let p = make(&mut s);
        let st = Instant::now(); let r = queens::Completer::new(&p).find().unwrap(); let r = (r.placement, r.nodes);  t.push(st.elapsed().as_secs_f64()); nodes += r.1; sat += r.0.is_some() as u32; }
    let sum: f64 = t.iter().sum(); t.sort_by(|a, b| a.total_cmp(b));
    println!("{name}: sat {sat}/{k}, nodes {nodes}, sum {sum:.3} median {:.5} max {:.4}, {:.0} ns/node", t[t.len()/2], t[t.len()-1], sum * 1e9 / nodes as f64);
}
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let k: u64 = a[2].parse().unwrap(); let ns: Vec<u32> = a[3..].iter().map(|x| x.parse().unwrap()).collect();
    for n in ns { match a[1].as_str() {
        "b" => run(&format!("blocked {n}"), &|s| blocked(n, (0.19 * f64::from(n * n)) as usize, s), k),
        "q" => for d in [10, 20, 30, 40, 50] { run(&format!("{n} with {d} % fixed"), &|s| { let size = BoardSize::new(n).unwrap(); let mut p = Problem::plain(size); let mut k = 0;
             for _ in 0..100*n*n { if k >= n * d / 100 { break; } let q = Square { row: (rnd(s) % u64::from(n)) as u32, column: (rnd(s) % u64::from(n)) as u32 }; let b = p.queens().count(); p = p.clone().with_queen(q).unwrap_or(p); k = p.queens().count() as u32; let _ = b; } p }, k) },
        "B" => for d in [20, 40, 60, 70, 80] { run(&format!("{n} with {d} % blocked"), &|s| blocked(n, (n * n * d / 100) as usize, s), k) },
        "l" => { let st = Instant::now(); println!("{:?} {:?}", queens::Completer::new(&Problem::plain(BoardSize::new(n).unwrap())).list().unwrap().take(k as usize).count(), st.elapsed()); let st = Instant::now(); println!("{:?} {:?}", queens::list(&Problem::plain(BoardSize::new(n).unwrap())).unwrap().take(k as usize).count(), st.elapsed()); }
        "h" => for f in [0.0, 0.02, 0.04, 0.06, 0.08] { let q = [0.0, 724f64.log10(), 2279184f64.log10(), 10.59, 15.344, 20.53][(n/5-1) as usize];
            let m = (f64::from(n * n) * (1.0 - 10f64.powf(-q / f64::from(n)) - f)) as usize;
            run(&format!("hard blocked {n} {m} ({:.3})", m as f64 / f64::from(n*n)), &|s| blocked(n, m, s), k) },
        "d" => run(&format!("diags {n}"), &|s| diags(n, [4,5,6,7,8,9,10,11,13,14,16,17,18,19][n as usize-8], s), k),
        "e" => run(&format!("empty {n}"), &|_| Problem::plain(BoardSize::new(n).unwrap()), k),
        _ => { let st = Instant::now(); println!("{:?} {:?}", queens::Completer::new(&Problem::torus(BoardSize::new(n).unwrap())).count(), st.elapsed()); } } }
}
