export default function Explore() {
  return (
    <section aria-labelledby="explore-title">
      <h1 id="explore-title">Explore</h1>
    </section>
  );
}
