use std::time::Instant;
fn main(){ let a:Vec<u64>=std::env::args().skip(1).map(|x|x.parse().unwrap()).collect(); let t=Instant::now();
 let e=queens::Estimator::new(queens::BoardSize::new(a[0] as u32).unwrap()).probes(a[1]).seed(a[2]).threads(std::num::NonZeroUsize::MIN).run().unwrap(); let el=t.elapsed().as_secs_f64();
 println!("{:.6e} se {:.2e} rel {:.3}% V {:.2} probes {} {:.2}s {:.0} ns/probe", e.mean,e.std_error,100.*e.std_error/e.mean,(e.std_error/e.mean).powi(2)*e.probes as f64,e.probes,el,el/e.probes as f64*1e9); }
