import { type GateLine, type GateResult, gateWord } from '../../src/index.ts';
import { gateFinding } from '../gate-text.ts';
import { markdownTable, markdownText } from './markdown-text.ts';

/** What a gate came to, a row per rule, under a heading of that level. */
export function gateSection(result: GateResult, level = 3): string {
	const rows = result.lines.map((line) => [
		markdownText(line.metric),
		markdownText(line.expected),
		markdownText(gateFinding(line)),
		RESULTS[line.status],
	]);
	return `${'#'.repeat(level)} Gate: ${gateWord(result)}\n\n${markdownTable(['metric', 'wanted', 'found', 'result'], rows)}`;
}

const RESULTS: Readonly<Record<GateLine['status'], string>> = {
	pass: 'passed',
	fail: '**failed**',
	'soft-fail': 'failed (soft)',
	undecided: '**undecided**',
};
