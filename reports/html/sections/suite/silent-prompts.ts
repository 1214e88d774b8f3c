import { promptsWithoutSample, type Verdict } from '../../../../src/index.ts';
import { formatCount } from '../../../locale/format-number.ts';
import type { Locale } from '../../../locale/locale.ts';
import { html, type Markup } from '../../../page/markup.ts';
import { causeName } from '../../../page/reason-name.ts';
import { clipped } from '../../../page/said.ts';

const IDS_CHARS = 200;

/**
 * The prompts that say nothing: how many by each cause, and what to do about it. `absent`: ids of those without a sample,
 * where they are known. Nothing where all of them speak.
 */
export function silentPrompts(verdict: Verdict, absent: readonly string[], locale: Locale): Markup | undefined {
	const { silent, silentColumns, notEvaluated, notRepeated, remedies } = locale.verdict;
	const rows = verdict.unscored.map(({ cause, count }) => [causeName(cause, locale), count, remedies[cause]] as const);
	// Where the path is certain without them they are missed by nobody.
	const [partly, left] = verdict.status === 'truncated' ? [0, 0] : [verdict.partly ?? 0, promptsWithoutSample(verdict)];
	const remedy = remedies[verdict.status === 'subset' ? 'not-asked' : 'not-evaluated'];
	if (partly > 0) rows.push([notRepeated, partly, remedy]);
	const named =
		absent.length === 0
			? notEvaluated
			: `${notEvaluated}: ${clipped(absent.join(', '), IDS_CHARS, locale.detail.long)}`;
	if (left > 0) rows.push([named, left, remedy]);
	if (rows.length === 0) return undefined;
	const [cause, prompts, toDo] = silentColumns;
	return html`<h3>${silent}</h3><div class="scroll" tabindex="0"><table><thead><tr><th scope="col">${cause}</th><th scope="col" class="num">${prompts}</th><th scope="col">${toDo}</th></tr></thead><tbody>${rows.map(
		([name, count, what]) =>
			html`<tr><th scope="row">${name}</th><td class="num">${formatCount(count)}</td><td>${what}</td></tr>`,
	)}</tbody></table></div>`;
}
