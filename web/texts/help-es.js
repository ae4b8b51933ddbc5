// The rules in Spanish.

/** @import { Help } from "./help-en.js" */

/** @type {Help} */
export default {
  chess: [
    {
      title: "El objetivo",
      text: [
        "Ataca al rey rival de modo que no pueda salvarse: jaque mate.",
        "Empiezan las blancas; después se alternan, una jugada cada uno.",
      ],
      pictures: [{ caption: "El comienzo" }],
    },
    {
      title: "Las piezas",
      text: [
        "El rey avanza un paso en cualquier dirección. La dama va en línea recta o en diagonal, tan lejos como quiera; la torre en línea recta, el alfil en diagonal.",
        "El caballo salta dos pasos en línea recta y uno al lado, también por encima de otras piezas.",
        "El peón avanza un paso, dos desde su salida, y captura un paso en diagonal hacia delante. Junto a un peón que acaba de dar dos pasos puede capturarlo como si hubiera dado uno.",
        "Un peón que llega a la última fila se convierte en dama, torre, alfil o caballo.",
        "Enroque: el rey da dos pasos hacia una torre, que salta por encima de él, si ninguno se ha movido, no hay nada entre ellos y el rey no está atacado ni pasa por una casilla atacada.",
      ],
      pictures: [
        { moves: ["e2e4", "e7e5", "g1f3"], caption: "Un caballo ataca a un peón" },
        {
          moves: ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5"],
          arrow: "e1g1",
          caption: "Enroque: el rey va y la torre salta por encima",
        },
      ],
    },
    {
      title: "El final",
      text: [
        "Un rey en jaque debe salvarse enseguida. El jaque mate gana.",
        "Tablas: sin jugada legal y sin jaque, la misma posición por tercera vez, cincuenta jugadas sin captura ni jugada de peón, muy pocas piezas, o de mutuo acuerdo.",
      ],
      pictures: [
        {
          moves: ["e2e4", "e7e5", "d1h5", "b8c6", "f1c4", "g8f6", "h5f7"],
          caption: "Jaque mate: el rey no puede salvarse",
        },
      ],
    },
  ],
  "chinese-checkers": [
    {
      title: "El objetivo",
      text: [
        "Lleva todas tus canicas a la punta opuesta a la tuya antes que los demás.",
        "Juegan de dos a seis, cada uno con diez canicas o más.",
        "Tres jugadores con dos grupos tienen cada uno dos puntas opuestas e intercambian sus canicas: los grupos conservan su color y cada uno debe llenar la punta opuesta a la suya.",
      ],
      pictures: [
        { caption: "Dos jugadores" },
        { rules: "six", caption: "Seis jugadores" },
        { rules: "three,sets=2", caption: "Tres jugadores con dos grupos cada uno" },
      ],
    },
    {
      title: "Las jugadas",
      text: [
        "Pasa a un hueco vecino vacío, o salta sobre una canica vecina, tuya o ajena, al hueco vacío de detrás.",
        "Los saltos pueden encadenarse en una jugada. No se retira nada del tablero.",
        "Pulsa la canica y luego el hueco donde acaba su camino; la página conoce la cadena.",
        "Con tres o más jugadores las canicas pueden saltar por una punta que no es su salida ni su meta, pero no quedarse; una opción lo permite, o lo prohíbe para dos.",
        "Quien no puede mover pasa.",
      ],
      pictures: [
        {
          moves: ["d3-e7", "o2-m6", "d4-d3", "m6-m7", "e7-f7", "o1-m5", "c3-g7", "n3-l6"],
          arrow: "c2-g8",
          caption: "Una cadena de tres saltos en una jugada",
        },
      ],
    },
    {
      title: "El final",
      text: [
        "Gana quien tiene todas sus canicas en la punta opuesta; los demás se ordenan por lo lejos que llegaron.",
        "Desde la ronda 25 nadie puede impedir que otros ganen quedándose en casa, salvo que se desactive esta regla.",
      ],
    },
  ],
  tablut: [
    {
      title: "El objetivo",
      text: [
        "Los defensores llevan a su rey a una casilla del borde marcada con una estrella.",
        "Los atacantes, el doble, atrapan al rey.",
      ],
      pictures: [
        { caption: "El comienzo: el rey en su castillo, los atacantes en sus campamentos" },
      ],
    },
    {
      title: "Las jugadas",
      text: [
        "Todas las fichas van en línea recta por casillas vacías, tan lejos como quieran, como una torre.",
        "Nadie atraviesa ni entra en el castillo una vez abandonado, ni en los campamentos oscuros; solo los atacantes se mueven dentro del campamento donde empezaron.",
        "Una ficha se captura entre dos del otro bando, o entre una y el castillo o un campamento.",
        "Al rey en su castillo lo atrapan atacantes por los cuatro lados; junto al castillo, por los otros tres; en otro sitio, como a cualquier ficha.",
      ],
      pictures: [
        {
          moves: ["h5h3", "c5c8"],
          arrow: "b5c5",
          caption: "El atacante captura una ficha entre él y el castillo",
        },
      ],
    },
    {
      title: "El final",
      text: [
        "Quien no puede mover pierde. En el límite de turnos la partida es tablas; el contador se pone rojo cuando está cerca.",
      ],
      pictures: [
        {
          position: "3ttt3/4t4/4T4/t3T3t/tt5tt/t3T3t/2K1T4/4t4/3ttt3 d 20",
          arrow: "c3c1",
          caption: "El rey está a punto de escapar",
        },
      ],
    },
  ],
  abalone: [
    {
      title: "El objetivo",
      text: ["Empuja seis canicas del rival fuera del tablero."],
      pictures: [
        { caption: "El comienzo clásico" },
        { rules: "layout=belgian-daisy", caption: "La margarita belga" },
      ],
    },
    {
      title: "Las jugadas",
      text: [
        "Mueve una, dos o tres de tus canicas en fila un hueco: a lo largo de su línea, o de lado a huecos vacíos.",
        "A lo largo de la línea un grupo mayor empuja a uno menor: tres a dos o a una, dos a una, si detrás hay sitio o el borde.",
        "Pulsa cada canica del grupo y luego adónde va su frente; o traza una línea sobre las canicas hasta donde van.",
      ],
      pictures: [
        {
          position: "sssss/sssss1/2ss3/8/1SSSss3/8/7/SSSSSS/SSSSS 0 0 b 0 1",
          arrow: "e2e3",
          caption: "Tres empujan a dos",
        },
        { arrow: "c3c5d3", caption: "Tres van de lado" },
      ],
    },
    {
      title: "El final",
      text: [
        "Seis canicas fuera ganan. Una posición por tercera vez es tablas, y también 200 turnos sin que caiga una canica.",
      ],
    },
  ],
  morris: [
    {
      title: "El objetivo",
      text: ["Deja al rival con menos de tres fichas, o sin jugada."],
      pictures: [
        { caption: "El tablero de tres anillos" },
        { rules: "layers=5", caption: "Cinco anillos" },
      ],
    },
    {
      title: "Las jugadas",
      text: [
        "Primero se colocan por turnos todas las fichas en puntos vacíos. Después una ficha va por una línea al siguiente punto vacío.",
        "Tres en fila sobre una línea son un molino: quien lo cierra quita una ficha del rival, no de un molino salvo que todas lo estén.",
        "A quien solo le quedan tres fichas puede volar a cualquier punto vacío, salvo que esto se desactive.",
        "Pulsa el punto para colocar una ficha; más tarde la ficha y luego el punto. Al cerrar un molino, pulsa una de las fichas con anillo.",
      ],
      pictures: [
        {
          moves: ["a1", "b2", "d1", "d2"],
          arrow: "g1xb2",
          caption: "Se cierra un molino y se quita la ficha con anillo",
        },
      ],
    },
    {
      title: "El final",
      text: [
        "Menos de tres fichas, o ninguna jugada, pierden. Cien turnos sin colocar ni quitar son tablas.",
      ],
    },
  ],
};
