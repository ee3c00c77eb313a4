export default function Watch() {
  return (
    <section aria-labelledby="watch-title">
      <h1 id="watch-title">Watch</h1>
    </section>
  );
}
