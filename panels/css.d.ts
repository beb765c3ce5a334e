/** Style sheets are no code: the bundler takes them out. */
declare module "*.css";
