import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ServedFiles } from './page-server.ts';

/** The scripts of gemmark's own page, under `/page/`, and the protocol they share with this side. */
export function pageFiles(): ServedFiles {
	const folder = fileURLToPath(new URL('../page', import.meta.url));
	const extension = import.meta.url.endsWith('.ts') ? '.ts' : '.js';
	const scripts = readdirSync(folder).filter((name) => name.endsWith(extension) && !name.endsWith('.d.ts'));
	const protocol = `page-protocol${extension}`;
	return {
		...Object.fromEntries(scripts.map((name) => [`/page/${name}`, join(folder, name)])),
		[`/${protocol}`]: join(folder, '..', protocol),
	};
}
