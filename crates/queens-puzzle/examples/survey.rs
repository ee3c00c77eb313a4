//! How often the generator meets each technique, by size.
fn main() {
    for n in 4..=12 {
        let mut counts = std::collections::BTreeMap::new();
        let start = std::time::Instant::now();
        let mut fails = 0;
        let mut gen_t = std::time::Duration::ZERO;
        for seed in 0..300 {
            let t = std::time::Instant::now();
            let Ok(p) = queens_puzzle::Generator::new(n).attempts(1).seed(seed).generate() else {
                fails += 1;
                gen_t += t.elapsed();
                continue;
            };
            gen_t += t.elapsed();
            let r = queens_puzzle::rate(&p).unwrap();
            *counts.entry(r.score / 10).or_insert(0) += 1;
        }
        println!(
            "{n} fails {fails} gen {:?} total {:?} {counts:?}",
            gen_t / 300,
            start.elapsed() / 300
        );
    }
}
