// Reads links as the page around the app does; the outcomes are what it draws, or the codes of the faults.

import { text } from "node:stream/consumers";
import { pictureIn } from "../../static/site/shown.js";

const outcomes = [];
for (const link of JSON.parse(await text(process.stdin)))
  outcomes.push(await pictureIn(link).catch((error) => (error.constructor.name === "LinkError" ? error.message : "link_cut")));
console.log(JSON.stringify(outcomes));
