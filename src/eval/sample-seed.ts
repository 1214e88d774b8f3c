/** 31-bit FNV-1a over the sample's identity: engines take non-negative 32-bit seeds. */
export function sampleSeed(seed: number, ...identity: readonly (string | number)[]): number {
	let hash = 0x811c9dc5;
	for (const char of `${seed} ${identity.join(' ')}`) {
		hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
	}
	return hash & 0x7fffffff;
}
