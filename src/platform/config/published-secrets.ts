import { createHash } from 'node:crypto';

/**
 * Secrets that were random until somebody published them, or passphrases that would do if nobody had: of a public list of JWT secrets
 * that attackers try (wallarm/jwt-secrets) those of 32 characters or more in which `secret-strength` sees no weakness of another kind.
 *
 * They stand here as hashes, since scanners take the secrets themselves for leaked ones. The first 48 bits of SHA-256 in base64url are
 * enough: nobody gains by finding a text with the same beginning, and of random secrets one in two hundred thousand million has it.
 */
const PUBLISHED: ReadonlySet<string> = new Set(
  `
  -05VO5TW -4G8eQTI -ATM1F4_ -Fwe1ac_ -McIJNRH -QrVyYPK -SgwuZDK -VsTuHNR -W-ntcZC -YD5tcwy -_ZpPd0K -_lnVGL7
  -a0PJtO5 -hxXLrzq -vSt9ii_ -w3kot6l 0-pu5J8Q 0CHjZmvb 0NqXldt4 0OAuU5F3 0ORzTlcn 0RMuvLoO 0a0H4fq3 0n9MxFsS
  0qnDu3JV 0x5iLZh_ 0xp0vMaf 0yCJS8Tk 0z41jbQV 140G-rlg 197xRyO9 1DHuY9PT 1DzVIZKu 1IVG4zV_ 1LkeCwdQ 1Pym4pfx
  1UGNnuq1 1US7Rue_ 1WVmb2H2 1Xpj6i6f 1ZAk47zx 1al13-Aw 1lr7uFUl 1mFLU3UM 1qrg9luH 1rsc-i-6 1uokDgr4 1wFwP1Dm
  1xdtAeNw 1yFr2saf 1zqPk6iS 2-_cCnN0 2-jxScld 2439GSuJ 2BHu2reF 2CvgJP-k 2Ge7cQ87 2HcV-OnM 2Kmzl_5Q 2N35GbWV
  2UAaBQGl 2UZ0_RfW 2bn74F0Q 2bzk6atG 2co_W83J 2f1qJAGj 2f8yFUnh 2orIVTQJ 2owUAZim 2qFCiiil 2rt43I6V 2tqtMyzV
  2wSFLfzq 30M2QIyD 33dZH8pf 34eM7Gef 35-jPwp1 38ZCFXU4 3A9t4Uxt 3CZQEpri 3HJ4XzG2 3LTxlu_k 3NhYBFyo 3NpCdPTU
  3OYaT699 3SICJ4vA 3Sym3bJX 3Zk_axg5 3_TuJ5OJ 3cl1RuLn 3hBMdVH7 3iJNMfVa 3k8-tFri 3npMPMLp 3uZI2tIo 3xEoIGzB
  3z3kgmER 45pMPrs1 48EsnNuj 4MfDh5No 4TqHYEQB 4XUF-__U 4_Gfxbbe 4gcngRPL 4iyLjC42 4jXx0PSK 4s7bOVbD 4uslAzh0
  4v-YqzB0 53yP8Gb4 55vNP1P7 58go1LzV 59RLKa0Y 5BeW0qiY 5Egtdz4u 5Ok2SgEY 5RtUje8i 5SeOb8Ul 5V6zo-Nu 5VZEywjj
  5X-dTLDI 5Zg89EVr 5aZe2o_9 5cYyakAE 5crxqNdH 5fmpWAR7 5gU0mD-m 5iX1Fvsm 5ivbtb4S 5tQ3b4ys 5xt46Wvt 612DIza-
  62GbsWBM 66Ko7unC 679_Leti 6E9SUJhC 6EXVP_WJ 6EyGaY_j 6HkcbMq1 6N8alzUg 6Nnyqh-N 6PUKsHfO 6Vwzprly 6W_un35y
  6XwMlDEl 6a4LIJ8w 6biCyGJd 6etZdGhH 6nD5YzwJ 7-NiSuOa 71TGsLkP 71w-8a-o 7FU0UFnX 7KL_gLKN 7Nfa7fiT 7O1h4w8Q
  7Sox1_Y- 7Txm5ft8 7eB7pyv8 7fQPPUGf 7jkSpdA5 7mmkn4a0 7moDjbYr 7tPwrF4_ 7uMZXyfl 84uZ7N_6 87U4OBZh 87tG4bNP
  8CG6usvy 8Ca_HAJw 8D2y5gH9 8FyspmlC 8M5Sw6no 8OCxqQrd 8OVAjf4Y 8SclH1J_ 8UDJnAdT 8dT5K2Nw 8eXamHxg 8hX6-diL
  8kGBW0Yi 8l7Con2b 8pqcscHV 8wUvZXFr 93M0rT3w 93kQymCN 95Bo2TsX 969XSegP 98DYsvGV 992Hy-m5 9BmMbNkw 9BwIj9Ff
  9F5B9ifI 9Hyf9QMZ 9KIGislz 9OcjhlG8 9STj05qE 9Sn-ZBkV 9Vi-vRux 9ZNHtHlq 9_6a9pyt 9_EaGVCI 9_icaRu- 9dmwAqi-
  9gzhj7dJ 9icFPpTZ 9k5WvQFu 9sXGi0wA A03nz6HE A242GsLa A52wpBov ABQei3B- ACzaWEX7 AD6o8fKQ AE_Hcaup AEptyBuB
  AH2whJcy AOD7Ye0o AOMsmQBI AXB-T11I AYy8kaVs Ab1CkHo8 AchyNXvX AoYjNP7q Ap2qovWq B4FU-TVD B5WPE8M3 B5u0SCvK
  BGvJwavR BNTuexn6 BOAbbIq_ BTvplMH7 BVuojQ8a BWe_OUiz B_pkTftN BbYmyIWI BdfHunNg BjifmWdf Bk9NZZ__ Bn0xBoVh
  BnDqg7QF Bq1kiWS5 BqNX2hDy ByJEKjrZ ByWfOqVa C0oSYj3_ C3YJwJ1N CK5A3eeC CNbS8Qfb CPGOIRW_ CSshezWS CTJyhXPt
  CX7_fhWK CZ2kdaVK CcqW5VVL CeXPc0lS Cs_hGADS D1m5d-Xz D2jfxjTv D5cEY3LX D8cWIUd7 D8f-0Z85 DD3AqRij DKAEQMUh
  DQfcSoIP DR_xoVF5 DYYk4kDb DZ30aUmU DfpjwnxF DftTVeHL E8yWKUtV E9Melhoa EAvqDo5Q EDSEwcda ENp8DJIY EOJCdDHY
  ERAg83UO EXnVui0K EbBGDuuc EbSToZKI Egj5FrEy Ek6hfLD3 EpUhehWb EtELlg5j F-e02ww4 F04cNZ88 F0n4yGW9 FEaep35h
  FFch3FuH FLngnzA9 FOdkplaV FX7DdTas FZA5BrHO FbT3-VuH Fc2RQLZv Fh1kPyzz Fn3Zqzi1 FnSArBsw FnlfT2LW FooGZSVx
  Fv4M3OXm FvwlqXer Fx0x-5FB FysjPKDs G-xiN-qr G2_8Izku G5WfWCnH G73ORkk- G7VKKi8g G99sX84K G9iw5WV_ GApnVwUb
  GDnPcecJ GIfrJ5PN GJEuHe0B GKoMe52c GSCJXALb GTEVpU5Y GZZziPij GbXPn35H GcT6oEgy GfItx0Pl GuSdt_h9 H-y_7m_6
  H4v90Nlo H6kZi-eP H9FQ9ikR HBaDdWM6 HDl_rqlD HGkvr3rM HKwR1Vou HLfwkrBe HMOJdeSK HQvE4lQ3 HStljN4q HWomXvF_
  HWu5NW0m Hh4A8PYf Hk2yflg_ Hq0Ze1UJ HrYJN0aP Hy8KWFOt I25us3Y_ I2Tatuo7 I4eb3pLP I58HaS9r I6bhvWpC IDl_RE7y
  IGrlptO- IGx7w8a7 IOxvM3Yu IQNhnMvf IRvsRXyT IWVs-CUH IaQnJdVz IbEHeRSc IbEzCNd3 IboBUxmU IhV01I2Z ImTi8iz6
  Io-cLoQ5 IxM5JLWW IxkyOAov J0n8SlZl J20SZ829 J8WuYKHT JE69ZLla JHI1VPdU JJIhKpJT JJY_gbNn JNQ06Dn_ JRLjzDl7
  JWe2aI2r JYPid3NC JgLNijoW JhRS9GnC JhWgW_KK JlTCN2mU Jp8VJ_3q K1TYZwog K5OF0iET K6W4ThY0 K8HvKVMt KDIG4nDv
  KDOhBJKQ KG4TQQvh KGL5_ers KIZJSE6Q KObUpOVK KPPfx5-k KT6irELX KV9NPQAt KiOpzeN3 Kr70XT_f Ksm6Xlxo KwtwfwLj
  Kx-mJxeO L2vtAQuz LEAoK9l0 LI8NLJwG LI_O5UP0 LM7fk_32 LPAX-wpR LQj4y_IQ LXOnGwdm Lc-cFaRL LgDvu6Ps Lh_fgp-R
  Ll-oZ7UA LxhrcZMv M-JqwmaR M0lFFEp- M1vaKlzw M2AuJfN5 M9REc5zQ M9ktGs5d MJSq_bp_ MJYeLWU1 MMTW6ZPy MTQOdACz
  MUlioXsf MZ0IQ9n5 M_nKjNdr MixMWgGu MkQ3ILWU MpCqlsKb MpOozrlB MsbfjOa4 Mv0bBAVy MvhCgsxG MwnUVpPN MzoU7IiE
  N-nUYTc3 N3-XrKbJ NE-JDYJ4 NG314rpT NGNJk0xZ NK9s-ad_ NPRgG-62 NTlHdwt8 NV_1-LJi NW8JZCDp NWuDydez N_b8EqUA
  Nb8y7e4U NefXSAX0 NhFgdQE9 NnM01Yv- NpKRaARN NrbGFhOL NwPrAONs O0zi-rHh O4xkG3E5 O6h3q_LQ O8fBaWPd OELSL_e3
  OEr56EVI OGNDNNbn OJKyua2I OMAX5bmk ONHQimAz OVs-cP3J OfeihLG2 Oj33RHGA OnQ3BnRC Or0L2fRm OtL9FIeH Ov0JCz4i
  OwSrPUew OwwPY5QB Ozxa0k4X P24L87G_ PO6IwtT7 PYqPCG0p PZXHpxSM PdsJqysP PeBRV9Sb PeHMD0Vh PpgJe0C_ Puk5Jqiq
  PurhOnuW Px1pGcup PyanrNnh Pyf0VzeO Q0jeONkh Q9cVsCsS QDhHMhip QEIhCXUA QFWcnTxk QJ_EhuQK QOqe8tdq QPDKRnSO
  QPl7m_p7 QR529LDS QRw2Sur3 QSUSVzpr QUmdk9Pc QXwzOR_r QYrJYEX2 QaLD20Kj Qe2GsnGF Qg3TFAVH Qh130qTj QjzKct96
  QtFN4A14 QwG9da8V Qyq67WwX Qz2X2EqP Qzu25EsR R4tcjk5o R7LGfLYg RGIE5y2Y RMy0IzLv RMzAfWzR RO9QLYbD RPQ6K726
  R_DTpH72 RbS9-Hze Rd2YxFuE Re-hWeYI Rlj4PnmQ Rm5uKEVE RtjydOKl RyKuealX S16NpaTH S2hx2koQ S5TYoBv9 SEDNAMzY
  SM7FdRA5 SRxHZF4Y SSS8x6p- SUjotqBW SVY4SBqu S_EfTOv3 SboQKYnU SgmZaHqV ShffDrPq SkIkNuTo SwI5Htnd T5vRXw7g
  T67Xf71i TLH4fLKH TOlZmqF8 TaW4P17k TiE6xWjk TymqGKGo U2FoaGR1 U34zq1gG U6mvatZ1 U6q1Jnkl U7C1axXW U7uDof4U
  U93FmKM1 UCLT-56s UDHpzgti UFk4aiWJ UG7W7hg5 UJcl6eq1 ULfMvLfP UP9NWUNu URGYI56i URglnzCt UWY2-Czu U__c0mAR
  Ub3rirBl UcQBQSK4 Ui2HUiOr UjD5kzrQ UnEDdvkF UnvrGnAN UrgITI8K UtHOZt0f UwmchRxP UzHQAPIq V0GyIjQ9 VCYjZX-f
  VFRuZnsh VGG2b2T7 VKwdy-Gf VTJNdK-P VUYBOSOl V_JcRDJN VaRrcnDa VbT0yZnB ViTRgaoH Via04Emy VkESN2Zj Vmv5lwZ4
  VpOc0GL1 VrR1JO2y VudKkKOJ Vw2tQ94a W-XMaPZY W5Bo_Lwx W7MatWF2 W9Y8jCiW WCzHnNUq WD5pttJ4 WGWdBOCC WHdNQyMk
  WHwxR2xr WKnS-noV WMWksKi5 WQmV8Jgk WUsqBsYC WX4zGLWv WZnO7EU7 Wcndwn-R WdeKGbeZ WhSoOhtK WitOc7AG WiuZMBQ8
  WnHQ-1GB WtqRwT9U WxQNfIfm Wz8_1vqI X2NB2a0V X48SeIzH X4LmZZJ0 X8T95yyu X98pjpoM XNhZIRii Xf8K6qSV XlXz1uEy
  Xrpei9km Xsg1sutT XwfKBV6g Xyr2yb2x Xz0Kv_QI Y6wEwx3H YGgcVSh2 YP-yUWqO YR1J6Yi4 YW36_CJ0 Yb8sz5vw YlVFfUmZ
  YmH059Cj Ynq8muw7 Yo0gemSZ YuaP9Cha Z10UQ97_ Z5afUORz Z7imcCsn Z93gQS7b ZABmrCZx ZG5sWBpL ZH2a0quf ZLPuwzin
  ZMhgP8ej ZN-yR2vJ ZNfHoKOO ZQXO61HC ZXdRB2Lk ZZVWaZ88 Z_qqX1Q1 Zgcm8tFD ZgzNldSW ZpmGNG1T Zt9zw2xS ZymuhCuf
  _0GVQCiv _2XthkWg _4G6F3Xz _B_b43OH _Eiqxv3T _QwZZH5p __Z6Wo_D _lgScmN0 _mCh4tdx _nCho33J _pZvuG6I _qkvimPQ
  _sqWk6Kv _x0IanSz a6PwyCeX a8F8isEd aFnuCXIv aIj09eiN aQJPIemt aTlTkUpZ aY0GZg_v ajv8S--j akwBBPd7 al89WLid
  aoIKElWn apO0mAJo awO-XgFC axq7Wz9u b47u4-FS bBXlW_E_ bEye9V4V bGe4ReXF bJi_ojYf bKvIXESR bLD013pe bPApISUZ
  bTt-l5wa bZlNndKt bnT8kgim bof2cPmm bsanv04c bxMeeuGu bxrkBXCs byuIxIUD c2sqlpIN c4eIcVkO cD81EFpv cDgJIyev
  cH43Xh6Z cHok4nsP cIoa4G_O cJPfI5Qm cNZYt8b1 cUewGjko cVTeg6Nn caOEjJZo caypAZR8 cesQlwEL cj8VfMxS cnpoF3uY
  cp7ffgiE crTC7BB9 crkaDQgN ct_0K-wL cuA8ulDw cva6ZusD cz2NeLo5 d9chyBf5 dAngRusL dE-EI6-t dIk8zHQV dLD4YJwt
  dLdLgA49 dWwSJ92o dXe2kkuo dYo8lRhe dcXSBhkt dhAwrIFc dl5Sb_Ht doOJjIm7 dvrMBEwD dyzNyvbJ e0G9vAFK eDp8RLBH
  eI8CxRmK ePG9a45E eVuSW7rv eY2r8BJu ebncXMc2 eeuZ3HTp ejfoD59P enfdj2_3 ev8pqmwO ex9YkwV_ exKWR-5t eyTzlZem
  f1R6spXW f3ELjrr6 f9PStxFq fCmmpRBX fGDBWIeX fK6JJs-R fOg-PFbZ fRojPIZb fbhcuZN6 fd5G5c_l ff7qYNio frfbib-z
  fzvOgjjy g04iWwkj g1kZbUg2 g1y_myWN g4t_hI1c g77Ld5_v g7PxTWTP gBMBaAf_ gFKem3cH gM0EBqd4 gWQwtQE4 gpMWDoxP
  gtHrrb7y gtIB3O9k gtrnXsAX gyDcsrHf gznQ4mtS h-mxqQ4U h2uMDWMl h4Ym3r2z h8Drym3X hA8mBUMJ hBdKxEsw hFiLj6ub
  hGd_XWzR hIfIDKfe hIzN7rF5 hKpAjmiL hS52MbsY hUFPWqap hZHp81Sh hhRJGL4U hyw9V35L hz-wiUWn i3q_OfjY i7D-09pr
  iClvLp2s iDis6IUY iErP3fzk iId41EeU iOLoVmWP iOSwKgv6 iOvDGjq- iSj2s8tL iXANUNm5 iXNJr7pu if5Y9ARr il2OxSlO
  iltQwYIf inwMgbw6 iqb_gin5 irXnk0Q1 islzWeDl ivJR-TSB ixpRAj8I ixsXqXQM izF4n2Qp izcrwdww j2i4Iaqz j4xgueQO
  j7kH5DBu jAMMBs3r jBdMz7Hh jLpXYELl jMMo8vWR jQgnGzWp jdmyi7AL jeAXyN9C jf7WvB-w jgEW6f0T jn9Vw1Zo jnoZgyXq
  jpPBhtGF jqKsDjxK jwUD4YZ3 jwa1HFMe jxPW0pao k280XlaI kA9dvl-e kCbT0XNP kDLX0NPm kJ0MYi_F kQyCxsVr kTb6gyxu
  kXFDCbmR kidOPfPO ktC1j3PW kwYbV9Jg ky_W3Rz7 l5ICBBQa lCklgvf6 lJaQgJUb lLzgp-gX lRW52VqP lSR3jslk ldWyPOzL
  lqYMpYPR m05YKRIe m0m2UqUM m2QeGqiK m9FDWxnz mBef5hUz mElN5Bss mGLfDXSs mM50ZG8j mO1qoxdW mY627QmC mdvVN0BN
  meP4_6PE meXyiDLF mli1L7nI mtwVaUa6 muCwU-7n mvJX1UEF mzQ0SS-H n0I8vWN6 n7AGBWwz n9FFX2iB nC7SbL01 nFCOgp4a
  nMfQXzYa nQLOdatr nU_DL3_- nVWr1539 nXhHtd5q nc1LhB5u ncac0_5N nePdpA-t nehinbBO ng97n9Rb ngnlqTy9 nhOwv1rY
  nhn1JK-m niLpAS2Z nl0ghQZN npUsEsze nrv0BE1h nsgF4HLW nt1J_pcn nwpViF4b nxkmwR__ o2NkyzNW o5pbWIAp o6tjR6I3
  o8kMhlVU oBitf6BN oC5c2vDF oHc5D_Yl oLUoKYwC oTKY-rNI oVEggQyp oYZpDnpp o_aMAkPw o_kxgyGk o_rP7EiS oaMwaopL
  odAAz0Q4 odWeqn0R ofMLUXZl ofvc6wl2 ojOkoF8L okJGnQeZ olyIPdmR on1muiuy orwlshzZ oyLckDzA p7BzirvJ p8YiIizJ
  pAG2yRW6 pEXyBcaC pGELJb_8 pJcU4XhH pJu5d-xb pKn8XeYT pLxbZ4-n pMj4wpBT pPQcTL_F pRfv3L9f pWurZEZC pZUJs9aA
  paKqH5VN pcF8WEde pdzIYPAx pepneUia phnjpwtG piz1tQs4 powsi8XB pp5ocuUS pstfjdtP puDfb7E- qDyQqOZ3 qFKTvW-e
  qIPZmdW9 qKzfMDel qQseFqnV qSQnkFN1 qSot6sk9 qTBsz3Al qXT3s-dF qgpdD123 qi5WIyYm qmwcSA2K qqF2xiiR qyN186P1
  r-xnEAdj r2TDkZUf r55PK1Z- rD4nrbIA rTeQSaBW rVHanaEp rYUfbJBu r_ALeeFv rakhovs0 rb8JdTTy rcIF_pHL reLXRnyy
  rebaXdSz rgD5XFdx rmARjrnC rmOXhGOm rq8oJXNB rwbEm7KY s1n0MZq2 s6HAjEnU sEfeJpJc sHL9WN5V sINOSnmJ sLg4tr2M
  sLk8JSJF sUjQadRK sXKT8I93 sbEkVjPS slkynVY_ sprAtioc sq9qKh7N sqgbBgWm srEyPm4h svEzFYOW tD-2I-LY tFEZ9s1t
  tPjgR5_- tSDmdz7H tTPyM0Jg t_edfQQt tbBNZrFp td-99AIz tdwskBMF tfcwQ4Ct tjw2ot-a tqVimHlj tsa4KWk7 tvpVHcjp
  tvsCTB1p tvyQ96Lj u1rpHNii uB4slEsl uCegnZ4k uI7JT8GJ uKgJd0Dw uKu0Feh- uM3BHT2Z uNkgrNk4 uTRL7Y7n uUkRXtk9
  uV1P9uOO uV87HUoG ueLCVBw5 uk0godQY uni_tq6r utRZruxp uwes1HYk uySqDL7z uyzO4lyY v-01HmPw v1AsH__e v3_lyWdv
  v3p-qGFa vIJCK1fH vPgyZRYb vTGgw_Mm vYpB0UUb vYueXgqp v_775v6a vdZva8Cz vlNdzo9_ vq_JGSzi vs1ZFYAT vtt8n1Jw
  vxEicsls w5LMPxpp w86od3x7 wEoyvSGB wMK5R_ry wQ0uzeU6 wVMnoHr5 wYx_L_Pu waFsMKbl wjxoGy3Z wk6Q5STH wklrJRXx
  wpFIo1gT x-l3fyzI x5goPnl5 x72OJ560 x80Qf-Nv xE--8Ob7 xIIDMQVy xItwt72a xNm5vJ6d xRgq_lT2 xT5NXLb5 xVHyaFfE
  xhMK-t6C y01Qp_9a y3yrniaK y5v59LtM y7GCbllH y92XPO5- yCP2wPBM yDr06r-7 yKXOZBRs yLSnq3H2 yOItNDTe yRsvOgHN
  yf9DTaPL yh_bGp6i yiZmO3qr ykkrS9Y6 ylztkMyH yprLukjz yrwkqz8D yyeE3Ixb z0E3QRJY z0aTagFi zDk1SPG_ zFOTCp6H
  zGNJrWuF zKQuzoAQ zRb0L7qx zSAtDOPU zXcqcxyh zbLIRW8T ze8hgutA zg8mYJlI ziRSPZn_ zjo5QaOG znMwdvH6 zoyHLdvf
  zpqyQdpx zrREgixW zspTHJ06 ztxpj2rh zwxJgomO zxPOF9xJ
  `
    .trim()
    .split(/\s+/),
);

export function isPublished(secret: string): boolean {
  return PUBLISHED.has(createHash('sha256').update(bareForm(secret)).digest('base64url').slice(0, 8));
}

/** Some files of settings keep the quotes around a value, and hexadecimal digits are copied in either case. */
function bareForm(secret: string): string {
  const bare = secret.trim().replace(/^(["'])(.*)\1$/s, '$2');
  return /^[0-9a-f]+$/i.test(bare) ? bare.toLowerCase() : bare;
}
