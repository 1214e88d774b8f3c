import type { Log, PrefixSummary } from '../../src/index.ts';
import { formatCount, formatProbability } from '../locale/format-number.ts';
import type { Messages } from '../locale/messages.ts';
import { progressOf } from '../locale/progress.ts';
import { html, type Markup } from './markup.ts';
import { said } from './said.ts';

/** Every reservation about a run, said where the verdict is said. */
export function notices(log: Log, summary: PrefixSummary | undefined, messages: Messages): Markup {
	const { notice } = messages;
	const { header, footer, failures } = log;
	const verdict = summary?.verdict;
	const { done, planned } = progressOf(log, summary);
	const outcome = footer?.outcome;
	return html`<div class="notices">${header.model.miniature && note('miniature', '▪', notice.miniature)}${
		verdict?.status === 'complete' &&
		verdict.greyZone &&
		note('grey', '◐', notice.greyZone(formatProbability(verdict.probabilityAtLeastThird)))
	}${verdict?.status === 'truncated' && note('cut', '✂', notice.truncated)}${
		outcome === undefined && note('cut', '✂', notice.cutShort)
	}${outcome === 'interrupted' && note('cut', '✂', notice.interrupted)}${outcome === 'failed' && note('cut', '!', notice.failed)}${failures.map(
		(failure) =>
			html`<div class="notice failure"><span class="sign" aria-hidden="true">!</span><p><b>${failure.code}</b> ${said('span', failure.message)}${
				failure.sampleId !== undefined &&
				html` <span class="muted">${[failure.suite, failure.sampleId, failure.arm].filter(Boolean).join(' · ')}</span>`
			}</p></div>`,
	)}${done < planned && note('cut', '◌', notice.partial(formatCount(done), formatCount(planned)))}${
		header.engine.timingsNotComparable !== undefined &&
		note('cut', '!', notice.notComparable(header.engine.timingsNotComparable))
	}${header.suites.flatMap((suite) =>
		suite.skipped.map(({ arm, reason }) => note('skipped', '–', notice.skipped(suite.name, messages.arm(arm), reason))),
	)}</div>`;
}

function note(kind: string, sign: string, [title, text]: readonly [title: string, text: string]): Markup {
	return html`<div class="notice ${kind}"><span class="sign" aria-hidden="true">${sign}</span><p><b>${title}</b> ${text}</p></div>`;
}
