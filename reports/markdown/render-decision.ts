import {
	type Log,
	type PeoplesJudgement,
	type PrefixRow,
	type PrefixSummary,
	summarizePrefix,
} from '../../src/index.ts';
import { formatMs } from '../locale/format-number.ts';
import { MINIATURE_NOTICE } from '../locale/miniature-notice.ts';
import { discardRecord } from './discard-record.ts';
import { markdownCode, markdownTable, markdownText } from './markdown-text.ts';
import { pushRationale } from './push-rationale.ts';
import { reservations, verdictLine } from './verdict-text.ts';

/** People's labels by sample key. */
interface Judged {
	readonly judgements?: ReadonlyMap<string, PeoplesJudgement>;
}

/** The verdict as a document to commit: the table behind it, and what follows from it. */
export function renderDecision(log: Log, { judgements }: Judged = {}): string {
	const summary = summarizePrefix(log, judgements);
	const { header } = log;
	const head = [
		'# Prefix decision',
		`Model: **${markdownText(header.model.name)}**${header.model.quantization === undefined ? '' : ` (${markdownText(header.model.quantization)})`} · run of ${markdownText(header.startedAt, 40)} · gemmark ${markdownText(header.gemmark, 40)}`,
		header.model.miniature
			? `> **${MINIATURE_NOTICE}**\n> 내장된 축소 모델의 결과이며 Gemma에 대한 판정이 아닙니다.`
			: undefined,
	];
	if (summary === undefined) return joined([...head, 'This run had no prefix suite, so there is nothing to decide.']);
	return joined([
		...head,
		`## ${verdictLine(summary.verdict)}`,
		...reservations(log, summary),
		...peoplesVerdict(summary),
		promptTable(summary),
		consequence(log, summary),
		`## Repeat\n\n\`\`\`\n${markdownCode(header.command)}\n\`\`\``,
	]);
}

function joined(parts: readonly (string | undefined)[]): string {
	return `${parts.filter((part) => part !== undefined).join('\n\n')}\n`;
}

function peoplesVerdict({ people }: PrefixSummary): readonly string[] {
	if (people === undefined) return [];
	const { agreement } = people;
	const kappa = agreement.kappa === undefined ? '' : `, Cohen's kappa ${agreement.kappa.toFixed(2)}`;
	return [
		`With people's labels: ${verdictLine(people.verdict)}. Rule and people agree on ${agreement.agreed} of ${agreement.n}${kappa}.`,
	];
}

function promptTable(summary: PrefixSummary): string {
	const { rows, prompts, epochs } = summary;
	const firstOf = new Map<string, PrefixRow>();
	for (const row of rows) if (!firstOf.has(row.id)) firstOf.set(row.id, row);
	return markdownTable(
		['#', 'prompt', 'Y/N', ...(epochs > 1 ? ['epochs'] : []), 'prefix or reason', 'first call', 'right', 'to call'],
		prompts.map((prompt, index) => {
			const row = firstOf.get(prompt.id);
			return [
				String(index + 1),
				markdownText(prompt.input, 120),
				prompt.hit === undefined ? '?' : prompt.hit ? 'Y' : 'N',
				...(epochs > 1 ? [`${prompt.hits}/${prompt.epochs}`] : []),
				row === undefined ? '' : prefixCell(row),
				row?.call === undefined ? '' : markdownText(row.call.name, 60),
				row === undefined ? '' : rightCell(row),
				row?.timeToCallMs === undefined ? '' : formatMs(row.timeToCallMs),
			];
		}),
	);
}

function prefixCell(row: PrefixRow): string {
	if (row.reason === undefined) return markdownText(row.prefix, 160);
	return row.prefix === ''
		? `*${markdownText(row.reason)}*`
		: `*${markdownText(row.reason)}*: ${markdownText(row.prefix, 120)}`;
}

function rightCell(row: PrefixRow): string {
	if (row.toolCorrect === undefined) return '';
	if (!row.toolCorrect) return 'wrong tool';
	return row.argumentsCorrect === false ? 'wrong arguments' : 'yes';
}

function consequence(log: Log, summary: PrefixSummary): string {
	const { verdict } = summary;
	if (verdict.status === 'undecided') return 'Nothing follows yet: finish the run (`gemmark run --resume`).';
	return verdict.path === 'A' ? pushRationale(verdict) : discardRecord(log, summary);
}
