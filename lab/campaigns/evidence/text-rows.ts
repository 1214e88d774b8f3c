import { sendEvents } from '../../../runners/openai/engine-server-fixture.ts';
import { validateFrameLevel } from '../../../src/frame/validate.ts';
import { classifyPrefix } from '../../../src/text/prefix/korean.ts';
import type { EvidenceRow } from './evidence-row.ts';

const GIBBERISH = '첼 첼첼 첼첼첼';

/** Texts, and answers, that were taken for more than they are. */
export const TEXT_ROWS: readonly EvidenceRow[] = [
	{
		seen: `gibberish before a call ('${GIBBERISH}', a broken quantization)`,
		tested: true,
		before: 'meaningful',
		async run() {
			const meaning = classifyPrefix(GIBBERISH, '요즘 잠을 잘 못 자요');
			return { command: `classifyPrefix('${GIBBERISH}')`, lines: [meaning.meaningful ? 'meaningful' : meaning.reason] };
		},
		says: [/^degenerate$/u],
	},
	{
		seen: 'gibberish as a frame',
		before: 'L3 ok',
		async run() {
			const verdict = validateFrameLevel({ level: 'L3', framedText: GIBBERISH });
			return { command: `validateFrameLevel L3 '${GIBBERISH}'`, lines: [JSON.stringify(verdict)] };
		},
		says: [/"status":"(?:warn|error)"/u],
	},
	{
		seen: 'a suggestion that comes after the app has given up',
		tested: true,
		before: 'after 125 s: valid',
		run: ({ gemmarkOnServer }) =>
			gemmarkOnServer(
				async (response, events) => {
					await new Promise((resolve) => setTimeout(resolve, 10_500));
					await sendEvents(response, events);
				},
				...['run', '--suite', 'frame', '--limit', '1'],
			),
		says: [/^frame\b.*0\/1/u],
		exitCode: 0,
	},
];
