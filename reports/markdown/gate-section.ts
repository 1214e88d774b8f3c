import { type GateLine, type GateResult, gateWord, type Lang } from '../../src/index.ts';
import { gateFinding } from '../gate-text.ts';
import { coreText } from '../locale/core/core-text.ts';
import { gateLead, gateLocale } from '../locale/sections/gate-locale.ts';
import { markdownTable, markdownText } from './markdown-text.ts';

/** What a gate came to, a row per rule, under a heading of that level. */
export function gateSection(result: GateResult, level = 3, lang: Lang = 'en'): string {
	const words = gateLocale[lang];
	const rows = result.lines.map((line) => [
		markdownText(line.metric),
		markdownText(coreText(line.expected, lang)),
		markdownText(gateFinding(line, lang)),
		STRONG.has(line.status) ? `**${words.results[line.status]}**` : words.results[line.status],
	]);
	const against = gateLead(result, lang);
	const parts = [
		`${'#'.repeat(level)} ${words.title(gateWord(result))}`,
		...(against === undefined ? [] : [markdownText(against, AGAINST_CHARS)]),
		markdownTable(words.columns, rows),
	];
	return parts.join('\n\n');
}

const AGAINST_CHARS = 1000;

/** What holds a run up. */
const STRONG: ReadonlySet<GateLine['status']> = new Set(['fail', 'undecided']);
