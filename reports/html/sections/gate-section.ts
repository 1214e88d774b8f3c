import { type GateResult, gateWord } from '../../../src/index.ts';
import { gateFinding } from '../../gate-text.ts';
import { coreText } from '../../locale/core/core-text.ts';
import type { Lang } from '../../locale/locale.ts';
import { gateCounts, gateLead, gateLocale } from '../../locale/sections/gate-locale.ts';
import { foldedSection } from '../../page/fold.ts';
import { mark } from '../../page/mark.ts';
import { html } from '../../page/markup.ts';
import type { PageSection } from '../../page/page.ts';

/** What the run's gate came to, a row per rule. */
export function gateSection(gate: GateResult, lang: Lang): PageSection {
	const words = gateLocale[lang];
	const title = words.title(gateWord(gate));
	// What it came to stands where a phone shows it.
	const [metric, wanted, found, result] = words.columns;
	const rows = gate.lines.map(
		(line) =>
			html`<tr><th scope="row">${line.metric}</th><td class="nobreak">${mark(passed(line.status))} ${words.results[line.status]}</td><td>${coreText(line.expected, lang)}</td><td class="words">${gateFinding(line, lang)}</td></tr>`,
	);
	const content = html`<p class="lead">${[words.lead(gateCounts(gate)), gateLead(gate, lang)].filter(Boolean).join(' ')}</p>
<div class="scroll" tabindex="0"><table><thead><tr>${[metric, result, wanted, found].map((column) => html`<th scope="col">${column}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div>`;
	return { id: 'gate', name: title, markup: foldedSection('gate', title, content, { open: true }) };
}

function passed(status: GateResult['lines'][number]['status']): boolean | undefined {
	return status.endsWith('undecided') ? undefined : status === 'pass';
}
