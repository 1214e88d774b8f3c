import {
	type DecisionSummary,
	type GateResult,
	type Log,
	localized,
	MINIATURE_NOTICE,
	type PeoplesJudgement,
	standingSummary,
	summarizeDecisions,
	verdictLine,
	verdictRemedies,
} from '../../src/index.ts';
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
}

/** The verdicts of a run as a document to commit: the table behind each, and what follows from it. */
export function renderDecision(log: Log, { judgements, gate }: Judged = {}): string {
	const { header } = log;
	const { model } = header;
	const decisions = summarizeDecisions(log, judgements);
	const quantization = model.quantization === undefined ? '' : ` (${markdownText(model.quantization)})`;
	const target = header.target === undefined ? '' : `Target: **${markdownText(header.target)}** · `;
	const parts = [
		decisions.length > 1 ? '# Decisions' : '# Decision',
		`${target}Model: **${markdownText(model.name)}**${quantization} · run of ${markdownText(header.startedAt, 40)} · gemmark ${markdownText(header.gemmark, 40)}`,
		...(model.miniature ? [`> **${MINIATURE_NOTICE.en}**\n> ${MINIATURE_NOTICE.ko}`] : []),
		...runReservations(log, decisions),
		...(decisions.length === 0 ? ['No suite of this run decides anything.'] : []),
		...decisions.flatMap((decision) => decisionParts(log, decision)),
		...(gate === undefined ? [] : [gateSection(gate, 2)]),
		`## Repeat\n\n\`\`\`\n${markdownCode(header.command)}\n\`\`\``,
	];
	return `${parts.join('\n\n')}\n`;
}

function decisionParts(log: Log, summary: DecisionSummary): readonly string[] {
	const { suite, decision, verdict } = summary;
	const evidence = evidenceText(decision, verdict);
	return [
		`## ${markdownText(suiteTitle(suite, 'en'))}`,
		`**${lineText(verdictLine(summary))}**`,
		...(evidence === undefined ? [] : [evidence]),
		...verdictRemedies(verdict),
		...peoplesVerdict(summary),
		decisionTable(summary),
		...consequence(log, summary),
	];
}

function peoplesVerdict(summary: DecisionSummary): readonly string[] {
	if (summary.people === undefined) return [];
	const { agreement, verdict, labelled, of } = summary.people;
	const rest = labelled === of ? '' : ` (labels of ${labelled} of ${of} samples, the rule on the rest)`;
	const kappa = agreement.kappa === undefined ? '' : `, Cohen's kappa ${agreement.kappa.toFixed(2)}`;
	return [
		`With people's labels: ${lineText(verdictLine(summary, verdict))}${rest}. Rule and people agree on ${agreement.agreed} of ${agreement.n}${kappa}.`,
	];
}

/** What the path that is taken asks for, people's where they judged; nothing follows from a verdict without one. */
function consequence(log: Log, summary: DecisionSummary): readonly string[] {
	const standing = standingSummary(summary);
	if (standing === undefined) {
		return ['No path is taken: the labels turn it, and the samples without one could turn it back. Label the rest.'];
	}
	const { verdict, decision } = standing;
	if (verdict.path === undefined) return [];
	const path = decision.paths.find(({ name }) => name === verdict.path);
	if (path === undefined) return [];
	if (path.record !== undefined) return [decisionRecord(log, standing, { path, verdict })];
	const meaning = path.meaning === undefined ? '' : ` ${lineText(localized(path.meaning, 'en'))}`;
	return [`Path ${markdownText(path.name)}: ${markdownText(localized(path.title, 'en'))}.${meaning}`];
}

function lineText(text: string): string {
	return markdownText(text, LINE_CHARS);
}
