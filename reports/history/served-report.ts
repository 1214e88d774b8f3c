import { createHash } from 'node:crypto';
import { pageScript } from '../page/page-script.ts';

/**
 * Whether a page is as reports of this gemmark are: it has their script, and so works under {@link reportPolicy}, and nothing
 * in it leads elsewhere, which no policy of a page forbids. Where a text merely looks as if it did, the page is taken for
 * somebody else's.
 */
export function isOwnReport(page: string): boolean {
	const script = `<script>${pageScript()}</script>`;
	return page.includes(script) && !LEADS_AWAY.test(page.replace(script, '').replaceAll(OWN_META, ''));
}

/** What a page has in its head; a redirection, or a referrer of its own, is a meta element too. */
const OWN_META =
	/<meta (?:charset="utf-8"|http-equiv="Content-Security-Policy" content="[^"]*"|name="(?:viewport|color-scheme|generator)" content="[^"]*"|name="referrer" content="no-referrer")>/gu;

/** A link that is none within the page, or that becomes one; as texts of a report have them, its quotes are escaped. */
const LEADS_AWAY = /<meta\b|\bhref\s*=(?!"#|&quot;|&#39;|\\")|\b(?:attributeName|srcdoc)\s*=/iu;

/**
 * For a served report, which may come from anywhere: of all scripts only our own runs, nothing is loaded or sent, and the
 * page is of no origin, so that it reads nothing of what else is served.
 */
export function reportPolicy(): string {
	const own = createHash('sha256').update(pageScript()).digest('base64');
	return `sandbox allow-scripts; default-src 'none'; script-src 'sha256-${own}'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}
