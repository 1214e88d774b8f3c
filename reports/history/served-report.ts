import { createHash } from 'node:crypto';
import { pageScript } from '../html/page-script.ts';

/** Whether a report has the script that reports of this gemmark have, and so works under {@link reportPolicy}. */
export function hasOwnScript(page: string): boolean {
	return page.includes(`<script>${pageScript()}</script>`);
}

/**
 * For a served report, which may come from anywhere: of all scripts only our own runs, nothing is loaded or sent, and the
 * page is of no origin, so that it reads nothing of what else is served.
 */
export function reportPolicy(): string {
	const own = createHash('sha256').update(pageScript()).digest('base64');
	return `sandbox allow-scripts; default-src 'none'; script-src 'sha256-${own}'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}
