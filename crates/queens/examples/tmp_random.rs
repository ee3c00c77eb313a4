use std::time::Instant;
fn main(){ let a:Vec<u32>=std::env::args().skip(1).map(|x|x.parse().unwrap()).collect();
 for s in 0..5 { let t=Instant::now(); let p=queens::find::random(queens::BoardSize::new(a[0]).unwrap(),s).unwrap(); let e=t.elapsed(); let c=p.columns().to_vec(); let t=Instant::now(); let ok=queens::Placement::new(c).is_ok(); println!("{} {:?} check {:?} {ok}",a[0],e,t.elapsed()); } }
