/** The old place of {@link ./reason-name.ts}, until the comparison imports it from there. */
export { reasonName } from './reason-name.ts';
