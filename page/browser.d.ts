/** What browsers have and the compiler's own library does not know yet. */
declare class CompressionStream extends TransformStream {
  constructor(format: "deflate" | "deflate-raw" | "gzip");
}
declare class DecompressionStream extends TransformStream {
  constructor(format: "deflate" | "deflate-raw" | "gzip");
}
/** Style sheets of the packages, as texts. */
declare module "*.css" {
  const text: string;
  export default text;
}
