/** Draws a run that is going on again and again, until it ends; then the page becomes its report. */
const pauseMs = 500;

interface Progress {
  readonly html: string;
  readonly isOver: boolean;
}

async function follow(place: HTMLElement): Promise<void> {
  for (;;) {
    await new Promise((resolve) => {
      setTimeout(resolve, pauseMs);
    });
    const answer = await fetch(`${location.pathname}/progress`);
    if (!answer.ok) throw new Error(String(answer.status));
    // Written by the server of this page.
    const { html, isOver } = (await answer.json()) as Progress;
    if (isOver) {
      location.reload();
      return;
    }
    if (place.innerHTML !== html) place.innerHTML = html;
  }
}

const place = document.getElementById('progress');
if (place !== null) {
  follow(place).catch(() => {
    const note = document.createElement('p');
    note.className = 'banner';
    note.textContent = 'The viewer no longer answers. Start it again and reload this page.';
    place.before(note);
  });
}
