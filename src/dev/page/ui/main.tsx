import { render } from 'preact';
import { App } from './app.tsx';
import { Store, StoreProvider } from './store.ts';

const store = new Store(location.hash);
const page = document.getElementById('page');
if (page !== null) {
  render(
    <StoreProvider value={store}>
      <App />
    </StoreProvider>,
    page,
  );
}
store.connect();
// Another URL of the page was opened in this tab: its token differs.
window.addEventListener('hashchange', () => location.reload());
