import { render } from 'preact';
import { Desk } from './desk.tsx';
import './style.css';

const place = document.getElementById('desk');
if (place) render(<Desk />, place);
