import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/base/read-file.ts';
import { parseCorpusManifest, parsePromptManifest } from '../../src/corpus/manifest.ts';

// Run by hand after a corpus or prompt was edited: writes counts and hashes anew. Versions are for people to raise.

function updateManifests(): void {
	const corpora = join(packageRoot(), 'corpus', 'manifest.json');
	rewrite(corpora, {
		corpora: parseCorpusManifest(readFileSync(corpora, 'utf8'), corpora).map((entry) => {
			const file = join(packageRoot(), 'corpus', entry.file);
			const text = readFileSync(file, 'utf8');
			return { ...entry, count: countRows(text, file), sha256: hashed(entry, text) };
		}),
	});
	const prompts = join(packageRoot(), 'prompts', 'manifest.json');
	rewrite(prompts, {
		prompts: parsePromptManifest(readFileSync(prompts, 'utf8'), prompts).map((entry) => ({
			...entry,
			sha256: hashed(entry, readFileSync(join(packageRoot(), 'prompts', entry.file), 'utf8')),
		})),
	});
}

/** Lines of a JSONL file, entries of an array, or of the first list of an object. */
function countRows(text: string, file: string): number {
	if (file.endsWith('.jsonl')) return text.split('\n').filter((line) => line.trim() !== '').length;
	const value: unknown = JSON.parse(text);
	const list = Array.isArray(value) ? value : Object.values(value as object).find(Array.isArray);
	return (list as readonly unknown[]).length;
}

function hashed({ file, version, sha256 }: { file: string; version: string; sha256: string }, text: string): string {
	const hash = createHash('sha256').update(text).digest('hex');
	if (hash !== sha256) console.log(`${file} changed: is ${version} still its version?`);
	return hash;
}

function rewrite(path: string, manifest: unknown): void {
	writeFileSync(path, `${JSON.stringify(manifest, null, '\t')}\n`);
}

updateManifests();
