import type { MemoryPoint } from '../../benches/memory-growth.ts';

/** `seconds,mib`, at most so many rows. */
export function memoryCsv(points: readonly MemoryPoint[]): string {
	const step = Math.max(1, Math.ceil(points.length / MOST_ROWS));
	const rows = points.filter((_, index) => index % step === 0).map((point) => `${at(point)},${mib(point)}`);
	return ['seconds,mib', ...rows].join('\n');
}

/** A picture of the curve, of its own colours in light and dark. */
export function memorySvg(points: readonly MemoryPoint[], samples: number): string {
	const last = points.at(-1)?.seconds ?? 1;
	const top = Math.ceil((Math.max(...points.map(mib)) * 1.2) / 100) * 100;
	const x = (seconds: number): number => LEFT + ((WIDTH - LEFT - 12) * seconds) / last;
	const y = (value: number): number => HEIGHT - BOTTOM - ((HEIGHT - BOTTOM - 34) * value) / top;
	const line = points.map((point) => `${x(point.seconds).toFixed(1)},${y(mib(point)).toFixed(1)}`).join(' ');
	const ticks = [0, top / 2, top].map(
		(value) =>
			`<line x1="${LEFT}" x2="${WIDTH - 12}" y1="${y(value)}" y2="${y(value)}" class="grid"/>` +
			`<text x="${LEFT - 6}" y="${y(value) + 4}" text-anchor="end">${value}</text>`,
	);
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" font-family="sans-serif" font-size="12">
<title>Resident memory of gemmark run over ${samples} samples, MiB</title>
<style>text{fill:#444}.grid{stroke:#8886;stroke-width:1}.curve{fill:none;stroke:#0b6bcb;stroke-width:1.5}@media(prefers-color-scheme:dark){text{fill:#ccc}.curve{stroke:#6db3f8}}</style>
<text x="${LEFT}" y="16">Resident memory of the parent of gemmark run, MiB; ${samples.toLocaleString('en')} samples of a scripted model</text>
${ticks.join('\n')}
<polyline class="curve" points="${line}"/>
<text x="${LEFT}" y="${HEIGHT - 8}">0 s</text><text x="${WIDTH - 12}" y="${HEIGHT - 8}" text-anchor="end">${Math.round(last)} s</text>
</svg>
`;
}

const MOST_ROWS = 40;
const WIDTH = 720;
const HEIGHT = 260;
const LEFT = 48;
const BOTTOM = 28;

function at({ seconds }: MemoryPoint): string {
	return seconds.toFixed(1);
}

function mib({ bytes }: MemoryPoint): number {
	return Math.round(bytes / 2 ** 20);
}
