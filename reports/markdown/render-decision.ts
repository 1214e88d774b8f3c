import {
	type DecisionSummary,
	type GateResult,
	type Lang,
	type Log,
	localized,
	MINIATURE_NOTICE,
	type PeoplesJudgement,
	standingSummary,
	summarizeDecisions,
} from '../../src/index.ts';
import { fatesBeside } from '../fates-beside.ts';
import { localeOf } from '../locale/locale.ts';
import { type MarkdownLocale, markdownLocale } from '../locale/markdown-locale.ts';
import { suiteTitle } from '../suite-title.ts';
import { decisionRecord } from './decision-record.ts';
import { decisionTable } from './decision-table.ts';
import { evidenceText } from './evidence-text.ts';
import { gateSection } from './gate-section.ts';
import { markdownCode, markdownText } from './markdown-text.ts';
import { runReservations } from './reservations.ts';

const LINE_CHARS = 600;

/** People's labels by sample key, and what the run's gate came to. */
interface Judged {
	readonly judgements?: ReadonlyMap<string, PeoplesJudgement> | undefined;
	readonly gate?: GateResult | undefined;
	readonly lang?: Lang | undefined;
}

/** The verdicts of a run as a document to commit: the table behind each, and what follows from it. */
export function renderDecision(log: Log, { judgements, gate, lang = 'en' }: Judged = {}): string {
	const words = markdownLocale[lang];
	const { header } = log;
	const { model, host, target } = header;
	const decisions = summarizeDecisions(log, judgements);
	const named = (name: string, text: string | undefined): string =>
		text === undefined ? '' : `${name}: **${markdownText(text)}** · `;
	const quantization = model.quantization === undefined ? '' : ` (${markdownText(model.quantization)})`;
	const where = `${named(words.target, target)}${named(words.device, host.device)}`;
	const parts = [
		`# ${words.decision(decisions.length > 1)}`,
		`${where}${words.model}: **${markdownText(model.name)}**${quantization} · ${words.run(markdownText(header.startedAt, 40))} · gemmark ${markdownText(header.gemmark, 40)}`,
		...(model.miniature ? [miniatureNotice(lang)] : []),
		...runReservations(log, decisions, lang),
		...(decisions.length === 0 ? [words.nothingDecided] : []),
		...decisions.flatMap((decision) => decisionParts(log, decision, words)),
		...(gate === undefined ? [] : [gateSection(gate, 2, lang)]),
		`## ${words.repeat}\n\n\`\`\`\n${markdownCode(header.command)}\n\`\`\``,
	];
	return `${parts.join('\n\n')}\n`;
}

function miniatureNotice(lang: Lang): string {
	return lang === 'ko' ? `> **${MINIATURE_NOTICE.ko}**` : `> **${MINIATURE_NOTICE.en}**\n> ${MINIATURE_NOTICE.ko}`;
}

function decisionParts(log: Log, summary: DecisionSummary, words: MarkdownLocale): readonly string[] {
	const { suite, decision } = summary;
	const standing = standingSummary(summary);
	const evidence = standing.turned ? undefined : evidenceText(decision, standing.verdict, words);
	const fates = standing.turned ? undefined : fatesBeside(log, standing, words.lang, (path) => path);
	return [
		`## ${markdownText(suiteTitle(suite, words.lang))}`,
		`**${lineText(words.verdict(summary))}**`,
		...(evidence === undefined ? [] : [evidence]),
		...words.remedies(standing.verdict),
		...(fates === undefined ? [] : [lineText(fates.join(' '))]),
		...agreement(summary, words),
		decisionTable(log, standing, words.lang),
		...consequence(log, summary, words),
	];
}

function agreement({ people }: DecisionSummary, words: MarkdownLocale): readonly string[] {
	if (people === undefined) return [];
	const { agreement, among } = people;
	const { agreed, n, kappa } = agreement;
	const others = among.n === 0 ? '' : ` ${localeOf(words.lang).verdict.among(among.agreed, among.n)}`;
	const rule = n === 0 ? '' : words.agreement(agreed, n, kappa?.toFixed(2));
	return n + among.n === 0 ? [] : [`${rule}${others}`.trimStart()];
}

/** What the path that is taken asks for, people's where they judged; nothing follows from a verdict without one. */
function consequence(log: Log, summary: DecisionSummary, words: MarkdownLocale): readonly string[] {
	const { lang } = words;
	const standing = standingSummary(summary);
	if (standing.turned) return [words.turnedByLabels];
	const { verdict, decision } = standing;
	if (verdict.path === undefined) return [];
	const path = decision.paths.find(({ name }) => name === verdict.path);
	if (path === undefined) return [];
	if (path.record !== undefined) return [decisionRecord(log, standing, { path, verdict, lang })];
	const meaning = path.meaning === undefined ? '' : ` ${lineText(localized(path.meaning, lang))}`;
	return [`${words.path(markdownText(path.name), markdownText(localized(path.title, lang)))}${meaning}`];
}

function lineText(text: string): string {
	return markdownText(text, LINE_CHARS);
}
