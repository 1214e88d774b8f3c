import type { FieldDifference } from '../../../src/index.ts';
import type { ComparisonLocale } from '../../locale/comparison/comparison-locale.ts';
import { coreText } from '../../locale/core/core-text.ts';
import { formatBytes, formatCount, formatMs } from '../../locale/format-number.ts';
import type { Locale } from '../../locale/locale.ts';
import { foldedSection } from '../../page/fold.ts';
import { html, type Markup } from '../../page/markup.ts';
import { type ComparedRun, untoldOf } from '../compared-run.ts';
import { comparisonWordsOf } from '../comparison-words.ts';

/** The fields of identity in which the runs differ, and the command of each. */
export function comparedIdentitySection(runs: readonly ComparedRun[], words: ComparisonLocale, locale: Locale): Markup {
	const [baseline, ...others] = runs;
	const more = comparisonWordsOf(locale.lang);
	const unknown = untoldOf(runs);
	const content = html`<p class="lead">${words.identityLead(unknown.length === 0)}</p>
${unknown.map(({ names, what }) => html`<p>${more.untold(names, what).join(' ')}</p>`)}
${
	baseline &&
	others.map(({ name, against }) => {
		const fields = [...(against?.identity.blocking ?? []), ...(against?.identity.varied ?? [])];
		if (fields.length === 0) return html`<h3>${words.flipsOf(name)}</h3><p>${more.noField}</p>`;
		return html`<h3>${words.flipsOf(name)}</h3><div class="scroll" tabindex="0"><table><thead><tr><th scope="col">${words.field}</th><th scope="col">${baseline.name}</th><th scope="col">${name}</th></tr></thead><tbody>${fields.map(
			(field) =>
				html`<tr><th scope="row">${field.field}</th><td>${valueText(field.field, field.first, locale)}</td><td>${valueText(field.field, field.second, locale)}</td></tr>`,
		)}</tbody></table></div>`;
	})
}
${Array.from(
	Map.groupBy(runs, ({ log }) => log.header.command),
	([command, same]) =>
		html`<h3>${locale.identity.command}: ${same.map(({ name }) => name).join(', ')}</h3><div class="command"><pre tabindex="0">${command}</pre></div>`,
)}`;
	return foldedSection('identity', words.sections.identity, content);
}

function valueText(field: string, value: FieldDifference['first'], locale: Locale): string {
	// Also of what simply is not so, such as samples at once: nobody is said not to know it.
	if (value === undefined) return '–';
	if (typeof value === 'string') return field.endsWith('timingsNotComparable') ? coreText(value, locale.lang) : value;
	if (typeof value === 'boolean') return value ? locale.yes : locale.no;
	if (typeof value !== 'number') return JSON.stringify(value);
	if (field.endsWith('Bytes')) return `${formatBytes(value)} (${formatCount(value)} B)`;
	if (field.endsWith('Ms')) return formatMs(value);
	return field.endsWith('parameters') ? formatCount(value) : String(value);
}
