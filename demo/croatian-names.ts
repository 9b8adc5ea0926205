/** Common Croatian names, combined at random; any likeness is coincidence. */
const words = (text: string): readonly string[] => text.trim().split(/\s+/);

export const FEMALE_NAMES = words(`
  Ana Marija Ivana Lucija Petra Katarina Marta Nika Lana Ema Sara Mia Eva Tea Tena Dora Klara Lea Iva Jana
  Ivona Martina Maja Tihana Sanja Vesna Gordana Željka Božena Đurđica Jasna Ljubica Mirjana Nada Snježana Štefica
  Antonija Dubravka Helena Korina Lorena Magdalena Paula Rahela Tamara Una Vedrana Zrinka Žana Ćirila`);

export const MALE_NAMES = words(`
  Ivan Marko Luka Josip Ante Petar Matej Filip David Karlo Jakov Roko Fran Leon Niko Borna Vito Toma Šimun Mihael
  Tomislav Zvonimir Krešimir Branimir Dražen Željko Goran Zoran Hrvoje Igor Davor Damir Darko Mladen Nenad Siniša
  Stjepan Juraj Đuro Vjekoslav Zdravko Bruno Dominik Emanuel Gabrijel Lovro Mislav Noa Patrik Žarko`);

export const SURNAMES = words(`
  Horvat Kovačević Babić Marić Jurić Novak Kovačić Knežević Vuković Marković Petrović Matić Tomić Pavlović Kovač
  Božić Blažević Grgić Pavić Radić Perić Filipović Šarić Lovrić Vidović Perković Popović Bošnjak Jukić Barišić
  Mikulić Lučić Đurić Čavić Šimić Žunić Ćosić Brkić Crnković Dujmović Erceg Franić Galić Hrgović Ivančić Jelić
  Katić Lončar Mandić Nikolić Oršolić Posavec Rukavina Sertić Štimac Turković Ugrin Vrdoljak Zorić Žagar Đaković
  Čulina Šegota Žilić Ćurić Bačić Cvitanović Delić Fabijanić Gudelj Hadžić Ilić Krznarić Ljubičić Magdić`);
