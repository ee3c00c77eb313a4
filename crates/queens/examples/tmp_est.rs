use std::time::Instant;
struct R(u64);
impl R { fn next(&mut self)->u64{ self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15); let mut z=self.0; z=(z^(z>>30)).wrapping_mul(0xbf58_476d_1ce4_e5b9); z=(z^(z>>27)).wrapping_mul(0x94d0_49bb_1331_11eb); z^(z>>31)} fn unit(&mut self)->f64{ (self.next()>>11) as f64 / (1u64<<53) as f64 } }
#[derive(Clone,Copy)]
struct Node { cols:u32, rows:u32, anti:u64, diag:u64, w:f64, s:f64, next:u32 }
fn main(){ let a:Vec<f64>=std::env::args().skip(1).map(|x|x.parse().unwrap()).collect();
 let n=a[0] as u32; let pop=a[1] as usize; let reps=a[2] as usize; let alpha=a[3]; let beta=a[4]; let mrv=a[5]; let gamma=a[6];
 let full=((1u64<<n)-1) as u32;
 let ta:Vec<f64>=(0..=n).map(|f| (f as f64).powf(alpha)).collect();
 let tb:Vec<f64>=(0..=n).map(|f| (f as f64).powf(beta)).collect();
 let t=Instant::now(); let mut vals=vec![];
 for rep in 0..reps { let mut r=R(rep as u64*0x1234567+77); r.next();
  let mut level=vec![Node{cols:0,rows:full,anti:0,diag:0,w:1.0,s:1.0,next:(n-1)/2}]; let mut total=0.0;
  let mut kids=Vec::new();
  for m in (1..=n).rev() { kids.clear();
   for p in &level { let row=p.next; let mut free=!(p.cols|(p.anti>>row) as u32|(p.diag>>(n-1-row)) as u32)&full;
     if m==1 { total+=p.w*free.count_ones() as f64; continue; }
     while free!=0 { let b=free&free.wrapping_neg(); free^=b;
       let mut k=Node{cols:p.cols|b,rows:p.rows&!(1<<row),anti:p.anti|(b as u64)<<row,diag:p.diag|(b as u64)<<(n-1-row),w:p.w,s:1.0,next:0};
       let mut rows=k.rows; let mut best=f64::MAX; let mut s=1.0; let mut tot=0; let mut un=0u32;
       while rows!=0 { let q=rows.trailing_zeros(); rows&=rows-1; let f=!(k.cols|(k.anti>>q) as u32|(k.diag>>(n-1-q)) as u32)&full; let c=f.count_ones(); un|=f; tot+=c; s*=ta[c as usize]; 
          let key=if mrv>0.0 {c as f64 + 0.01*((2*q) as f64-(n-1) as f64).abs()/n as f64} else {((2*q) as f64-(n-1) as f64).abs()}; if key<best {best=key;k.next=q;} }
       if s==0.0 || (un|k.cols)!=full {continue;}
       if beta>0.0 { // columns
         let rd=k.diag.reverse_bits()>>(65-2*n);
         let mut cs=!k.cols&full; while cs!=0 { let c=cs.trailing_zeros(); cs&=cs-1; let f=k.rows & !((k.anti>>c) as u32 | (rd>>(n-1-c)) as u32); s*=tb[f.count_ones() as usize]; }
         if s==0.0 {continue;}
       }
       if gamma!=0.0 { s*=(tot as f64).powf(-gamma*(m-1) as f64); }
       k.s=s*k.w; kids.push(k); } }
   if m==1 {break;}
   if kids.len()<=pop { std::mem::swap(&mut level,&mut kids); continue; }
   // threshold
   let mut c=0.0; loop { let mut big=0; let mut small=0.0; for k in &kids { if k.s*c>=1.0 {big+=1} else {small+=k.s} } let nc=(pop-big) as f64/small; if nc<=c*(1.0+1e-9) {break;} c=nc; }
   level.clear(); let mut acc=r.unit(); 
   for k in &kids { let p=(k.s*c).min(1.0); acc+=p; if acc>=1.0 { acc-=1.0; let mut k=*k; k.w/=p; level.push(k); } }
  }
  vals.push(total);
 }
 let mean=vals.iter().sum::<f64>()/reps as f64; let var=vals.iter().map(|v|(v-mean).powi(2)).sum::<f64>()/(reps-1) as f64;
 let rel=var.sqrt()/mean; let el=t.elapsed().as_secs_f64();
 println!("n {n} pop {pop} a {alpha} b {beta} mrv {mrv} g {gamma}: mean {mean:.5e} rel sd per rep {rel:.4} V {:.2} time/probe {:.0} ns  V*t {:.2} us", rel*rel*pop as f64, el/reps as f64/pop as f64*1e9, rel*rel*el/reps as f64*1e6);
}
