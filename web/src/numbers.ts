// Numbers as the page writes them.

const THIN = "\u202f";

/** A time with three digits and its unit; with fewer where more would be a promise. */
export function time(seconds: number, digits = 3): string {
  const rounded = (value: number) => {
    if (digits < 3) return String(Number(value.toPrecision(digits)));
    if (value >= 100) return value.toFixed(0);
    return value >= 10 ? value.toFixed(1) : value.toFixed(2);
  };
  if (seconds < 1e-3) return `${rounded(seconds * 1e6)}${THIN}µs`;
  if (seconds < 1) return `${rounded(seconds * 1e3)}${THIN}ms`;
  if (seconds < 120) return `${rounded(seconds)}${THIN}s`;
  if (seconds < 7200) return `${rounded(seconds / 60)}${THIN}min`;
  if (seconds < 172_800) return `${rounded(seconds / 3600)}${THIN}h`;
  if (seconds < 63_115_200) return `${rounded(seconds / 86_400)}${THIN}days`;
  return `${rounded(seconds / 31_557_600)}${THIN}years`;
}

/** How long something will still take: a forecast, so no more digits than it can keep. */
export function timeLeft(seconds: number): string {
  return seconds < 1 ? "less than a second" : time(seconds, seconds < 10 ? 1 : 2);
}

/** A rate with three digits. */
export function perSecond(count: number): string {
  const [scale, prefix] = count >= 1e9 ? [1e9, "G"] : count >= 1e6 ? [1e6, "M"] : [1e3, "k"];
  return `${(count / scale).toPrecision(3)}${THIN}${prefix}/s`;
}

export function percent(fraction: number): string {
  return `${(100 * Math.min(fraction, 1)).toFixed(1)}${THIN}%`;
}

/** `0:07`, `12:30`, `1:02:03`. */
export function clock(seconds: number): string {
  const two = (number: number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = two(Math.floor(seconds) % 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}
