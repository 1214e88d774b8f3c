import type { FieldDifference } from '../../src/index.ts';
import { html, type Markup } from '../html/markup.ts';
import type { ComparisonLocale } from '../locale/comparison-locale.ts';
import type { Locale } from '../locale/locale.ts';
import type { ComparedRun } from './compared-run.ts';

/** The fields of identity in which the runs differ, and the command of each. */
export function comparedIdentitySection(runs: readonly ComparedRun[], words: ComparisonLocale, locale: Locale): Markup {
	const [baseline, ...others] = runs;
	return html`<section id="identity" aria-labelledby="identity-title">
<h2 id="identity-title">${words.sections.identity}</h2>
<p class="lead">${words.identityLead}</p>
${
	baseline &&
	others.map(({ name, against }) => {
		const fields = [...(against?.identity.blocking ?? []), ...(against?.identity.varied ?? [])];
		return html`<h3>${words.flipsOf(name)}</h3><div class="scroll"><table><thead><tr><th scope="col">${words.field}</th><th scope="col">${baseline.name}</th><th scope="col">${name}</th></tr></thead><tbody>${fields.map(
			(field) =>
				html`<tr><th scope="row">${field.field}</th><td>${valueText(field.first, locale)}</td><td>${valueText(field.second, locale)}</td></tr>`,
		)}</tbody></table></div>`;
	})
}
${runs.map(({ name, log }) => html`<h3>${locale.identity.command}: ${name}</h3><div class="command"><pre tabindex="0">${log.header.command}</pre></div>`)}
</section>`;
}

function valueText(value: FieldDifference['first'], locale: Locale): string {
	if (value === undefined) return locale.time.unknown;
	return typeof value === 'string' ? value : JSON.stringify(value);
}
