/** The engines that have a page. */
export type PageEngineName = 'wllama' | 'web-llm' | 'litert-lm';

/** The document that starts an engine's page. `imports` maps package names to the URL paths they are served at. */
export function pageHtml(engine: PageEngineName, imports: Readonly<Record<string, string>>): string {
	return [
		'<!doctype html>',
		'<meta charset="utf-8">',
		'<link rel="icon" href="data:,">',
		`<title>gemmark ${engine}</title>`,
		`<script type="importmap">${JSON.stringify({ imports })}</script>`,
		`<script type="module">globalThis.started = import('${MAIN}').then(({ start }) => start('${engine}'));</script>`,
		'',
	].join('\n');
}

/** This checkout runs from TypeScript, the package from JavaScript. */
const EXTENSION = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const MAIN = `/page/main.${EXTENSION}`;
