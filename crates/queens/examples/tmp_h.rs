use std::time::Instant; use queens::search::*; use queens::*;
fn main(){ let n:u32=std::env::args().nth(1).unwrap().parse().unwrap(); let t=Instant::now(); let v=half_turn(BoardSize::new(n).unwrap(),&Default::default()).unwrap(); println!("half {n} {v} {} {:.2}s", known::HALF_TURN.at(n).map_or(true,|k| k==v as u128), t.elapsed().as_secs_f64()); }
