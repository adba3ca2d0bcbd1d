import { setUpCopying } from "./copying.js";
import { setUpDialogs, setUpMenus } from "./menus.js";
import { setUpFailures } from "./failures.js";
import { setUpKeyboard } from "./keyboard.js";
import { setUpReading } from "./reading.js";
import { setUpRepositoryReading } from "./repo-reading.js";
import { setUpThemeSwitch } from "./theme-switch.js";
import { setUpUploads } from "./uploads.js";

setUpKeyboard();
setUpMenus();
setUpDialogs();
setUpThemeSwitch();
setUpCopying();
setUpReading();
setUpRepositoryReading();
setUpUploads();
setUpFailures();
