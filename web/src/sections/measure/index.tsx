export default function Measure() {
  return (
    <section aria-labelledby="measure-title">
      <h1 id="measure-title">Measure</h1>
    </section>
  );
}
