//! Every documented command, run for real: its output, its errors, its exit code.

#[test]
fn the_transcripts_the_readme_and_the_guide_are_true() {
    trycmd::TestCases::new()
        .case("tests/cmd/*.trycmd")
        .case("../../README.md")
        .case("../../docs/guide/*.md")
        .case("../../docs/questions.md")
        .insert_var("[VERSION]", env!("CARGO_PKG_VERSION"))
        .expect("the variable has a valid name");
}
