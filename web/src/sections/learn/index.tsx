export default function Learn() {
  return (
    <section aria-labelledby="learn-title">
      <h1 id="learn-title">Learn</h1>
    </section>
  );
}
