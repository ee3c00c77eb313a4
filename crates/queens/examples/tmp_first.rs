use std::time::Instant;
fn main(){ let a:Vec<u32>=std::env::args().skip(1).map(|x|x.parse().unwrap()).collect();
 for n in a[0]..=a[1] { let t=Instant::now(); let p=queens::find::first(queens::BoardSize::new(n).unwrap(),&Default::default()).unwrap(); println!("{n} {:.2} {}",t.elapsed().as_secs_f64(),p.map(|p|p.to_string()).unwrap_or_default()); } }
