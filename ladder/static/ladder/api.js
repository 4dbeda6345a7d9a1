// The reference of the API: a request tried with one's own token, which stays on this page.
const form = document.getElementById("try");
if (form) {
  form.hidden = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const told = document.getElementById("try-answer");
    const { token, method, path, version, body } = Object.fromEntries(new FormData(form));
    const headers = { "Accept-Language": document.documentElement.lang };
    if (token) headers.Authorization = `Bearer ${token}`;
    const options = { method, headers, credentials: "omit" };
    if (method === "POST") {
      headers["Content-Type"] = "application/json";
      if (version) headers["If-Match"] = `"${version}"`;
      options.body = body || "{}";
    }
    try {
      const answer = await fetch(`/api/v1/${path.replace(/^\/?(api\/v1\/)?/, "")}`, options);
      const text = await answer.text();
      const json = answer.headers.get("Content-Type")?.includes("json");
      told.textContent = `${answer.status}\n${json ? JSON.stringify(JSON.parse(text), null, 2) : text}`;
    } catch (problem) {
      told.textContent = String(problem);
    }
  });
}
