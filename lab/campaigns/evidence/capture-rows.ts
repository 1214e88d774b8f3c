import { ANY_PATH, type EvidenceRow, RUN } from './evidence-row.ts';
import type { Lab, Said } from './lab.ts';

/** The verdict that the run itself gave. */
const SAME = /^as the run itself: = prefix complete [AB] \d+\/15/u;

/** What an app logged on its device, in every order that logcat can bring. */
export const CAPTURE_ROWS: readonly EvidenceRow[] = [
	{
		seen: 'a capture with every line doubled',
		tested: true,
		before: '0 samples, exit 0',
		run: (lab) => ingested(lab, (lines) => lines.flatMap((line) => [line, line])),
		says: [SAME],
		exitCode: 0,
	},
	{
		seen: 'a capture with neighbouring lines swapped',
		tested: true,
		before: '0 samples, exit 0',
		run: (lab) =>
			ingested(lab, (lines) =>
				lines.map((_, index) => lines[index % 2 === 0 ? index + 1 : index - 1] ?? lines[index] ?? ''),
			),
		says: [SAME],
		exitCode: 0,
	},
	{
		seen: 'a capture without a whole turn',
		before: '0 samples, exit 0',
		run: (lab) => ingested(lab, (lines) => lines.slice(0, 1)),
		says: [/^gemmark: .*prefix/u],
		never: ANY_PATH,
		exitCode: 3,
	},
	{
		seen: 'a damaged line in a capture',
		tested: true,
		before: 'dropped, silently',
		run: (lab) => ingested(lab, (lines) => lines.map((line, index) => (index === 4 ? line.slice(0, -8) : line))),
		says: [/capture\.txt:5\b/u],
		never: /^= prefix complete B/u,
	},
];

async function ingested(lab: Lab, change: (lines: readonly string[]) => readonly string[]): Promise<Said> {
	const run = await lab.gemmark(...RUN, '--capture', 'capture.txt', '--out', 'run');
	lab.edit('capture.txt', (text) => `${change(text.trim().split('\n')).join('\n')}\n`);
	const said = await lab.gemmark('ingest', 'capture.txt', '--model', 'mini-q8_0', '--out', 'ingested');
	const lines = said.lines.map((line) =>
		ANY_PATH.test(line) && run.lines.includes(line) ? `as the run itself: ${line}` : line,
	);
	return { ...said, lines };
}
