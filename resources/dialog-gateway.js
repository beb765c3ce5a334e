/** What the dialogs ask of the gateway that is chosen in them. They live in the editor. */
const FRESH = 1000; // milliseconds for which an answer holds
export const NOTHING = { house: "", resources: [], types: [] };

export const say = (key, values) =>
  RED._(`node-red-contrib-zigbee-gateway/zigbee-gateway:zigbee-gateway.${key}`, values);

/** Asks a gateway for something, by its id; several lists of a dialog ask at the same time, and share the answer. */
export function asker(what) {
  let asked = { id: "", at: 0, answer: undefined };
  return (id) => {
    const isNew = asked.id !== id || Date.now() - asked.at > FRESH;
    if (isNew) asked = { id, at: Date.now(), answer: $.getJSON(`zigbee-gateway/${encodeURIComponent(id)}/${what}`) };
    return asked.answer;
  };
}

const modelOf = asker("model");

/** What there is in the chosen gateway, asked again whenever another one is chosen; or why that is not known. */
export function follow(hear) {
  const field = $("#node-input-gateway");
  let heard;
  const ask = () => {
    const id = field.val();
    const isStill = () => field.val() === id;
    const answer = id && id !== "_ADD_" ? modelOf(id) : undefined;
    if (answer && answer === heard) return;
    heard = answer;
    if (!answer) return hear(NOTHING, say("pick.choose"), "");
    answer
      .done((model) => isStill() && hear(model, "", id))
      .fail(({ status }) => isStill() && hear(NOTHING, say(status === 404 ? "live.choose" : "live.unasked"), id));
  };
  field.on("change", ask);
  ask(); // of a list that is made later nothing changes any more
}
