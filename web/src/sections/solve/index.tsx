export default function Solve() {
  return (
    <section aria-labelledby="solve-title">
      <h1 id="solve-title">Solve</h1>
    </section>
  );
}
