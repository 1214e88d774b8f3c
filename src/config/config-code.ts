import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, relative, sep } from 'node:path';
import type { CodeFile } from '../corpus/file-identity.ts';
import { readRegularFile } from '../files/read-regular.ts';
import { MAX_DATA_BYTES } from './corpus/data-text.ts';

/**
 * The file of a config that is a module, then the local files that it imports, and these import, by name. Their texts are
 * read, not run: a path that is computed, what is read as data, and packages are not among them, nor what only types name.
 */
export function configCode(file: string): readonly CodeFile[] {
	const own = realpathSync(file);
	const found = new Map<string, string>();
	follow(own, found);
	const files = Array.from(found, ([path, sha256]) => {
		return { name: relative(dirname(own), path).split(sep).join('/'), sha256 };
	});
	return [...files.slice(0, 1), ...files.slice(1).toSorted((one, other) => (one.name < other.name ? -1 : 1))];
}

function follow(file: string, found: Map<string, string>): void {
	let text: string;
	try {
		text = readRegularFile(file, MAX_DATA_BYTES).toString('latin1').replaceAll('\r\n', '\n');
	} catch {
		// What is imported and cannot be read has failed already.
		return;
	}
	found.set(file, createHash('sha256').update(text, 'latin1').digest('hex'));
	if (!/\.[cm]?[jt]sx?$/u.test(file)) return;
	const source = Buffer.from(text, 'latin1').toString('utf8').replaceAll(TYPES_ALONE, '');
	const { resolve } = createRequire(file);
	for (const [, , specifier = ''] of source.matchAll(LOCAL_IMPORT)) {
		const path = resolvedBy(resolve, specifier.replace(/[?#].*$/u, ''));
		if (path !== undefined && !found.has(path) && !path.includes(`${sep}node_modules${sep}`)) follow(path, found);
	}
}

/** Also as CommonJS finds it, without its ending. */
function resolvedBy(resolve: NodeJS.Require['resolve'], specifier: string): string | undefined {
	try {
		return resolve(specifier);
	} catch {
		return undefined;
	}
}

const LOCAL_IMPORT = /\b(?:from|import|require)\s*\(?\s*(['"])(\.{1,2}\/[^'"\n]+)\1/gu;
const TYPES_ALONE = /\b(?:import|export)\s+type\s+(?!from\b)[^'";]*?from\s*(['"])[^'"\n]*\1/gu;
