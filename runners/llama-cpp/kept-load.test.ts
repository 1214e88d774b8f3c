import { copyFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { workingFolderFixture } from '../../src/testing/working-folder-fixture.ts';
import { adapterIdentity } from './adapter.ts';
import { KeptLoad } from './kept-load.ts';
import type { LoadMessage, ReadyMessage } from './protocol.ts';
import { requireBinding } from './vocabulary.ts';

const REQUEST: Omit<LoadMessage, 'adapter'> = {
	type: 'load',
	modelPath: 'base.gguf',
	gpu: false,
	flashAttention: false,
	kvCacheType: 'f16',
	sequences: 1,
	spare: 0,
};
const READY: ReadyMessage = {
	type: 'ready',
	bosToken: '<bos>',
	eosToken: '<eos>',
	version: '1',
	backend: 'cpu',
	threads: 2,
	prefillThreads: 2,
	contextSize: 4096,
	batchSize: 256,
	probeMs: 0,
};

it('a kept load is of what the adapter contains and of its scale, wherever it lies', async () => {
	workingFolderFixture();
	const facts = new Map<string, string>();
	const kept = {
		get: (key: string) => facts.get(key),
		put: (key: string, fact: string) => void facts.set(key, fact),
		drop: (key: string) => void facts.delete(key),
	};
	const loadOf = async (filePath: string, scale = 1): Promise<KeptLoad> => {
		const adapter = await adapterIdentity({ adapter: filePath, adapterScale: scale });
		const identity = { name: 'base.gguf', sha256: 'b', adapter, miniature: false };
		return KeptLoad.of(kept, { ...REQUEST, adapter: { filePath, scale } }, identity, requireBinding());
	};
	writeFileSync('lora.gguf', 'one');
	copyFileSync('lora.gguf', 'moved.gguf');
	(await loadOf('lora.gguf')).keep(READY);
	expect((await loadOf('moved.gguf')).ready).toEqual(READY);
	expect((await loadOf('lora.gguf', 0.5)).ready).toBeUndefined();
	writeFileSync('lora.gguf', 'another');
	expect((await loadOf('lora.gguf')).ready).toBeUndefined();
});
