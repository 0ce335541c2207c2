export { Unsupported, respond } from "./index.js";
export type { Answer, Verdict } from "./index.js";
