import { readRules } from '../rules.ts';
import rows from './particle.rules.json' with { type: 'json' };
import { BATCHIM, finalConsonant } from './stem.ts';

const RULES = readRules(rows);

/**
 * A Korean word without its particles (조사): '집에서는' gives '집', '술을' gives '술'. Agreement with the final
 * consonant is checked ('요리를', but not '술를'), and at least one syllable stays. There is no lexicon behind it but
 * a short list of nouns that end like a particle, so compare with it, do not show what it gives.
 */
export function stripParticle(word: string): string {
	return splitParticles(word).stem;
}

/** A word taken apart: '집에서는' is 집, 에서, 는. */
interface ParticledWord {
	/** As {@link stripParticle} gives it. */
	readonly stem: string;
	/** The particle next to the stem first; two at most. */
	readonly particles: readonly string[];
}

export function splitParticles(word: string): ParticledWord {
	if (RULES.endsLikeParticle.test(word)) return { stem: word, particles: [] };
	const outer = stripOne(word, TOPIC);
	const stem = RULES.endsLikeParticle.test(outer) ? outer : stripOne(outer, CASE);
	const particles = [outer.slice(stem.length), word.slice(outer.length)].filter((particle) => particle !== '');
	return { stem, particles };
}

interface Particle {
	readonly text: string;
	/** What the syllable before it must end in. */
	readonly after?: 'consonant' | 'vowel' | 'vowel-or-rieul';
}

/** Particles that follow another one: 집에서+는, 너에게+도. */
const TOPIC: readonly Particle[] = [
	{ text: '까지' },
	{ text: '조차' },
	{ text: '마저' },
	{ text: '은', after: 'consonant' },
	{ text: '는', after: 'vowel' },
	{ text: '도' },
	{ text: '만' },
];

const CASE: readonly Particle[] = [
	{ text: '에게서' },
	{ text: '한테서' },
	{ text: '으로부터', after: 'consonant' },
	{ text: '로부터', after: 'vowel-or-rieul' },
	{ text: '이라도', after: 'consonant' },
	{ text: '라도', after: 'vowel' },
	{ text: '에서' },
	{ text: '에게' },
	{ text: '한테' },
	{ text: '께서' },
	{ text: '께' },
	{ text: '부터' },
	{ text: '처럼' },
	{ text: '보다' },
	{ text: '마다' },
	{ text: '밖에' },
	{ text: '하고' },
	{ text: '으로', after: 'consonant' },
	{ text: '이랑', after: 'consonant' },
	{ text: '이나', after: 'consonant' },
	{ text: '랑', after: 'vowel' },
	{ text: '나', after: 'vowel' },
	{ text: '로', after: 'vowel-or-rieul' },
	{ text: '이', after: 'consonant' },
	{ text: '가', after: 'vowel' },
	{ text: '을', after: 'consonant' },
	{ text: '를', after: 'vowel' },
	{ text: '과', after: 'consonant' },
	{ text: '와', after: 'vowel' },
	{ text: '에' },
	{ text: '의' },
];

function stripOne(word: string, particles: readonly Particle[]): string {
	for (const particle of particles) {
		if (!word.endsWith(particle.text)) continue;
		const stem = word.slice(0, -particle.text.length);
		if (stem !== '' && agrees(stem, particle.after)) return stem;
	}
	return word;
}

function agrees(stem: string, after: Particle['after']): boolean {
	if (after === undefined) return true;
	const batchim = finalConsonant(stem);
	// A digit or Latin letter is read aloud in a way spelling does not show.
	if (batchim === undefined) return /[\p{L}\p{N}]$/u.test(stem);
	if (after === 'consonant') return batchim !== BATCHIM.none;
	if (after === 'vowel') return batchim === BATCHIM.none;
	return batchim === BATCHIM.none || batchim === BATCHIM.rieul;
}
