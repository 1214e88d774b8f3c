import type { CallsSummary, WrongCall } from '../../../src/summary/state/calls.ts';
import { callsSentence } from '../../../src/summary/state/state.ts';
import { callText, expectedText, wrongText } from '../../calls.ts';
import { callsLine, SHOWN_WRONG } from '../../document/run.ts';
import type { Locale } from '../../messages/catalogue.ts';
import { clipped, html, type Markup, said } from '../markup.ts';
import { sampleAnchor } from '../page.ts';
import { intervalStrip } from './tiles.ts';

const TEXT_CHARS = 200;

/** Right calls beside the path: the count, its interval, and the worst wrong calls, expected and called, unopened. */
export function callsPanel(calls: CallsSummary, locale: Locale): Markup {
	const { right, wrong } = calls;
	const words = locale.first;
	const more = wrong.slice(SHOWN_WRONG);
	return html`<div class="decision" id="calls"><p class="eyebrow">${locale.sections.tools}</p>
<div class="heroline"><span class="letter word" aria-hidden="true">${right.hits}<small>/ ${right.n}</small></span><div><h2>${locale.say(callsSentence(calls))}</h2>
<p class="said">${callsLine(calls, locale)}</p>${intervalStrip(right)}</div></div>
${wrong.length > 0 && html`<ol class="wrongcalls">${wrong.slice(0, SHOWN_WRONG).map((one) => wrongItem(one, locale))}</ol>`}
${more.length > 0 && html`<p class="muted">${words.more({ count: more.length, ids: '' })}${more.slice(0, 20).map((one, index) => html`${index > 0 && ', '}<a href="#${sampleAnchor(one.suite, one.sampleId)}">${one.sampleId}</a>`)}</p>`}</div>`;
}

function wrongItem(wrong: WrongCall, locale: Locale): Markup {
	const { suite, sampleId, input = sampleId, expected, called } = wrong;
	const { tools, detail } = locale;
	const call = (text: string): Markup => html`<code dir="auto">${clipped(text, TEXT_CHARS, detail.long)}</code>`;
	return html`<li><p><a href="#${sampleAnchor(suite, sampleId)}">${said('q', clipped(input, TEXT_CHARS, detail.long))}</a> <span class="muted">${wrongText(wrong, locale)}</span></p>
<dl><dt>${tools.expected}</dt><dd class="expected">${call(expectedText(expected, locale))}</dd><dt>${tools.called}</dt><dd class="got">${call(callText(called, locale))}</dd></dl></li>`;
}
