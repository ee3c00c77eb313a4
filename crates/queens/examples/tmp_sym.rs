use std::time::Instant; use queens::search::*; use queens::*;
fn main(){ let a:Vec<u32>=std::env::args().skip(1).map(|x|x.parse().unwrap()).collect();
 for n in 0..=a[0] { let t=Instant::now(); let v=half_turn(BoardSize::new(n).unwrap(),&Default::default()).unwrap(); println!("half {n} {v} {} {:.2}s", known::HALF_TURN.at(n).map_or(true,|k| k==v as u128), t.elapsed().as_secs_f64()); }
 for n in 0..=a[1] { let t=Instant::now(); let v=quarter_turn(BoardSize::new(n).unwrap(),&Default::default()).unwrap(); if v>0 {println!("quarter {n} {v} {} {:.2}s", known::QUARTER_TURN.at(n).map_or(true,|k| k==v as u128), t.elapsed().as_secs_f64());} else {assert_eq!(known::QUARTER_TURN.at(n),Some(0))} } }
