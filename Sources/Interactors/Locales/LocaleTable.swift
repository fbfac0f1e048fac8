/// How locales write numbers and dates, as Foundation prints them: written by a test,
/// `WORKBENCH_RECORD=1 swift test --filter LocaleTableTests`.
enum LocaleTable {
  /// The rows of symbols: the separators, the minus sign, the zero, the sizes of groups, the fewest
  /// digits before a separator, and what is before and after the digits of a percentage.
  static let symbols: StaticString = """
    2c a0 2d 30 3 3 1 - 25; 66b 66c 61c_2d 660 3 3 1 - 66a_61c; 66b 66c 200e_2d_200e 6f0 3 3 1 -
    66a; 2e 2c 2d 30 3 3 1 - 25; 2e 2c 200e_2d 30 3 3 1 - 200e_25_200e; 2c 2e 200e_2d 30 3 3 1 -
    200e_25_200e; 2e 2c 200e_2d 30 3 3 1 - 66a; 2e 2c 2d 9e6 3 2 1 - 25; 2e 2c 2d 30 3 2 1 - 25;
    66b 66c 61c_2d 660 3 2 1 - 66a_61c; 66b 66c 200e_2d_200e 6f0 3 2 1 - 66a; 2c 2e 2d 30 3 3 1 -
    25; 66b 66c 200f_2d 660 3 3 1 - 66a; 61 - 2d 73 1 1 1 - 25; 2c a0 2d 30 3 3 1 - a0_25; 66b 66c
    200e_2d_200e 6f0 3 3 1 - a0_66a; 2c a0 2d 30 3 3 2 - a0_25; 66b 66c 61c_2d 660 3 3 2 - 66a_61c;
    66b 66c 200e_2d_200e 6f0 3 3 2 - a0_66a; 2c a0 2d 30 3 3 2 - 25; 66b 66c 200e_2d_200e 6f0 3 3 2
    - 66a; 2e 2c 2d 966 3 3 1 - 25; 2c a0 2d 30 3 3 1 25_a0 -; 66b 66c 200e_2d_200e 6f0 3 3 1
    66a_a0 -; 2e 2c 2d f20 3 3 1 - 25; 66b 66c 61c_2d 660 3 3 1 - a0_66a_61c; 2e 2c 2d 966 3 2 1 -
    25; 2c 2e 2d 30 3 3 1 - a0_25; 2e 2c 2d 11136 3 2 1 - 25; 2e 2c 2d 30 3 3 1 - a0_25; 66b 66c
    200f_2d 660 3 3 1 - a0_66a; 2e 2019 2d 30 3 3 1 - 25; 2e a0 2d 30 3 3 1 - 25; 2e 2c 2d f20 3 2
    1 - a0_25; 2e 2c 2d 30 3 2 1 - a0_25; 66b 66c 200e_2d_200e 6f0 3 2 1 - a0_66a; 2e 2c 2d 30 3 3
    3 - 25; 66b 66c 61c_2d 660 3 3 3 - 66a_61c; 66b 66c 200e_2d_200e 6f0 3 3 3 - 66a; 2e 27 2d 30 3
    3 1 - 25; 2c 202f 2d 30 3 3 1 - a0_25; 2c 2e 2d 30 3 3 1 25 -; 66b 66c 200e_2d_200e 6f0 3 3 1
    66a -; 2e - 2d 30 10 10 1 - 25; 66b - 61c_2d 660 10 10 1 - 66a_61c; 66b - 200e_2d_200e 6f0 10
    10 1 - 66a; 2c 2e 2d 30 3 3 2 - a0_25; 2c 202f 2d 30 3 3 1 - 25; 2c a0 2212 30 3 3 2 - 25; 2c
    2e 2212 30 3 3 1 25_a0 -; 66b 66c 2d 660 3 3 1 - 66a_61c; 66b 66c 200e_2212 6f0 3 3 1 - 66a; 2e
    2c 200e_2212 30 3 3 1 - 25; 66b 66c 61c_2d 660 3 3 1 - 66a; 2e 2e41 2d 1e950 3 3 1 - 25; 2e
    2e41 2d 30 3 3 1 - 25; 2c a0 2212 30 3 3 1 - a0_25; 2c 2e 2212 30 3 3 1 - a0_25; 66b 66c 2d 6f0
    3 3 1 - 66a; 2e 12c8 2d 30 3 3 1 - 25; 2e 2019 2212 30 3 3 1 - a0_25; 2e 2c 2d ae6 3 2 1 - 25;
    2e 2c 2d 660 3 3 1 - 25; 2e 66c 2d 6f0 3 3 1 - 25; 2e 2c 200e_2d 30 3 3 1 - 25; 2c 2e 2d 30 3 3
    2 - 25; 66b 66c 200f_2d 660 3 3 1 - a0_66a_200f; 2e 2019 2d 30 3 3 2 - 25; 2c 2e 2d a9d0 3 3 1
    - 25; 2c 2e 2d 17e0 3 3 1 - 25; 2e 2c 2d ce6 3 2 1 - 25; 66b 66c 200f_2d 660 3 3 1 - 66a_61c;
    2e 60c 2d 30 3 3 1 - 25; 2e 2c 2d b66 3 2 1 - 25; 2e 2c 2d c66 3 2 1 - 25; 2c 2019 2d 30 3 3 1
    - 25; 2c 2e 2d ed0 3 3 1 - 25; 2e 2c 2d d66 3 2 1 - 25; 2e 2c 2d 9e6 3 3 1 - 25; 2e 2c 2d abf0
    3 3 1 - 25; 2e 66c 200e_2d_200e 6f0 3 3 1 - 66a; 2e 2c 2d 1040 3 3 1 - 25; 66b a0 61c_2212 660
    3 3 1 - a0_66a_61c; 2c a0 200e_2212_200e 6f0 3 3 1 - a0_66a; 2e 60c 2d 7c0 3 3 1 - 25; 2c a0 2d
    30 3 3 1 - 202f_25; 66b 66c 200e_2d_200e 6f0 3 3 1 - 202f_66a; 2e 2c 2d 660 3 2 1 - 25; 66b 2c
    2d 6f0 3 2 1 - 66a; 2e 2c 2d a66 3 2 1 - 25; 2c 2e 200e_2212 30 3 3 1 - 25; 2e 2c 2d 1c50 3 3 1
    - 25; 2e 66c 61c_2d 660 3 3 1 - 66a_61c; 2e 60c 200e_2d_200e 6f0 3 3 1 - 66a; 2c 2e 2212 30 3 3
    2 - a0_25; 66b a0 61c_2212 660 3 3 1 - 66a_61c; 2e 2c 2d be6 3 2 1 - 25; 2e 2c 2d be6 3 3 1 -
    25; 2e 2c 2d e50 3 3 1 - 25; 2c a0 2d 30 2 2 1 25 -; 66b 66c 61c_2d 660 2 2 1 - 66a_61c; 66b
    66c 200e_2d_200e 6f0 2 2 1 66a -; 2e 2c 200e_2d 30 3 2 1 - 25; 60c 2c 61c_2d 660 3 2 1 -
    66a_61c; 2e 2c 2d a620 3 3 1 - 25; 4e00 - 2d_4e00 3007 1 1 1 - 25; 2c 2e 2d 9e6 3 3 1 - 25; 2e
    2019 2d 9e6 3 3 1 - 25; 2c 2e 2d f20 3 3 1 - 25; 2c 2e 2d f20 3 3 1 - a0_25; 2e 2019 2d f20 3 3
    1 - a0_25; 2e 2019 2d 30 3 3 1 - a0_25; 2e 2c 2d f20 3 3 1 - a0_25; 2c 2e 2d 30 3 3 3 - 25; 66b
    a0 61c_2d 660 3 3 1 - 66a_61c; 2c a0 200e_2d_200e 6f0 3 3 1 - 66a; 61 - 61c_2d 73 1 1 1 - 25;
    61 - 200e_2d_200e 73 1 1 1 - 25; 2e 2c 61c_2d 660 3 3 1 - 66a_61c; 2c a0 200e_2212 6f0 3 3 1 -
    66a; 2c a0 200e_2212 30 3 3 1 - 25; 66b a0 61c_2d 660 3 3 1 - 66a; 61 - 200e_2212 73 1 1 1 -
    25; 2e 66c 200e_2212 6f0 3 3 1 - 66a; 2e 2019 200e_2212 30 3 3 1 - 25; 2e 2c 61c_2d 660 3 3 1 -
    66a; 2e 2c 2d 30 3 3 2 - 25; 2c 2e 2d 1040 3 3 1 - 25; 2e 2019 2d 1040 3 3 1 - 25; 66b 66c
    61c_2212 660 3 3 1 - a0_66a_61c; 66b 66c 200e_2212_200e 6f0 3 3 1 - a0_66a; 2c 2e 2d 966 3 3 1
    - 25; 2e 2019 2d 966 3 3 1 - 25; 2c 2e 2d 30 3 3 1 - 202f_25; 2c 2e 2d b66 3 3 1 - 25; 66b 66c
    61c_2212 660 3 3 1 - 66a_61c; 2c 2e 2d c66 3 3 1 - 25; 2e 2019 2d c66 3 3 1 - 25; 2e 2c 2d c66
    3 3 1 - 25; 2c 2e 200e_2d 30 3 3 1 - 66a; 2c a0 200e_2d 30 3 3 1 - 66a; 2e 2019 200e_2d 30 3 3
    1 - 66a; 2e 2c 200e_2d 30 3 2 1 - 66a; 2c 2e 2d 11136 3 3 1 - 25; 2e 2019 2d 11136 3 3 1 - 25;
    2e 2c 2d 11136 3 3 1 - 25; 66b a0 200f_2d 660 3 3 1 - a0_66a; 61 - 200f_2d 73 1 1 1 - 25; 2e 2c
    200f_2d 660 3 3 1 - a0_66a; 60c 2c 200f_2d 660 3 2 1 - a0_66a; 2c 2e 2d 7c0 3 3 1 - 25; 2e 2019
    2d 7c0 3 3 1 - 25; 2e 2c 2d 7c0 3 3 1 - 25; 2c 2e 2d 1c50 3 3 1 - 25; 2e 2019 2d 1c50 3 3 1 -
    25;
    """

  /// The locales that write alike: the numbers of their rows, for the usual numbering system and for
  /// those that have symbols of their own, then their dates.
  static let locales: StaticString = """
    0 0 1 2 0 ymd- af af_NA af_ZA eo eo_001 ff ff_Latn ff_Latn_CM ff_Latn_GN ff_Latn_MR ff_Latn_NE
    ff_Latn_SN kab kab_DZ nr nr_ZA prg prg_PL shi shi_Latn shi_Latn_MA shi_Tfng shi_Tfng_MA ss
    ss_ZA szl szl_PL ts ts_ZA ve ve_ZA;
    0 0 1 2 0 dmy/ agq agq_CM dyo dyo_SN en_CV en_LV en_PL en_PT ewo ewo_CM ff_Latn_BF ff_Latn_GM
    ff_Latn_GW ff_Latn_LR ff_Latn_NG ff_Latn_SL kea kea_CV ksf ksf_CM ky ky_KG nmg nmg_CM pt_AO
    ss_SZ tg tg_TJ tzm tzm_MA yav yav_CM;
    3 3 1 2 3 ymd- ain ain_JP arn arn_CL ba ba_RU ber ber_Latn ber_Latn_MA ber_Tfng ber_Tfng_MA co
    co_FR csw csw_CA en_CA gn gn_PY gv gv_IM hmn hmn_CN ii ii_CN inh io io_001 jbo jbo_001 kw kw_GB
    lut mg mg_MG mgo mgo_CM mic mic_CA moh moh_CA mus mus_US myv myv_RU nv nv_US rej_Rjng
    rej_Rjng_ID rhg rhg_Rohg rhg_Rohg_BD rhg_Rohg_MM scn scn_IT si si_LK sjd sje sju sn sn_ZW st
    st_ZA trv trv_TW wa wa_BE za za_CN;
    3 3 1 2 3 mdy/ ak ak_GH apw apw_US ceb ceb_PH cho cho_US chr chr_US cic cic_US en en_AS en_BI
    en_GU en_KR en_MH en_MP en_PH en_PR en_TW en_UM en_US en_VI es_PA es_PR es_US fil fil_PH gaa
    gaa_GH iu iu_CA lkt lkt_US mid mid_IQ nnp nnp_IN om om_ET om_KE osa osa_US pqm pqm_CA ti ti_ER
    ti_ET zu zu_ZA;
    3 3 1 2 3 dmy/ am am_ET asa asa_TZ bem bem_ZM bez bez_TZ bm bm_ML byn byn_ER cgg cgg_UG cy
    cy_GB dav dav_KE ebu ebu_KE en_001 en_150 en_AE en_AG en_AI en_AU en_BB en_BM en_BN en_BS en_BW
    en_BZ en_CC en_CK en_CM en_CX en_CY en_DG en_DM en_ER en_FJ en_FK en_FM en_GB en_GD en_GG en_GH
    en_GI en_GM en_GY en_HK en_IE en_IL en_IM en_IO en_JE en_JM en_KE en_KI en_KN en_KY en_LC en_LR
    en_LS en_MG en_MM en_MO en_MS en_MT en_MU en_MW en_MX en_MY en_NA en_NF en_NG en_NR en_NU en_NZ
    en_PG en_PK en_PN en_PW en_RW en_SA en_SB en_SC en_SD en_SG en_SH en_SL en_SS en_SX en_SZ en_TC
    en_TH en_TK en_TO en_TT en_TV en_TZ en_UG en_VC en_VG en_VU en_WS en_ZM en_ZW es_419 es_AG
    es_BB es_BM es_BR es_BS es_BZ es_CA es_CU es_DM es_DO es_GD es_GT es_GY es_HN es_KN es_KY es_LC
    es_MX es_NI es_PE es_SV es_TC es_TT es_VC es_VG es_VI ga ga_GB ga_IE guz guz_KE haw haw_US jmc
    jmc_TZ kam kam_KE kde kde_TZ ki ki_KE kln kln_KE kpe kpe_GN kpe_LR ks_Deva ks_Deva_IN ksb
    ksb_TZ lag lag_TZ lg lg_UG luo luo_KE luy luy_KE mas mas_KE mas_TZ mer mer_KE mt mt_MT naq
    naq_NA nd nd_ZW nus nus_SS ny ny_MW nyn nyn_UG pcm pcm_NG rej rej_ID rof rof_TZ rwk rwk_TZ saq
    saq_KE sbp sbp_TZ sm sm_AS sm_WS so so_DJ so_ET so_KE so_SO st_LS sw sw_KE sw_TZ sw_UG teo
    teo_KE teo_UG tig tig_ER vun vun_TZ xog xog_UG yi yi_UA;
    4 4 1 2 1 dmy/ ar ar_001 ar_AE ar_EH;
    1 4 1 2 1 dmy/ ar_BH ar_DJ ar_EG ar_ER ar_IL ar_IQ ar_JO ar_KM ar_KW ar_LB ar_OM ar_PS ar_QA
    ar_SD ar_SS ar_SY ar_TD ar_YE;
    5 5 1 2 1 dmy/ ar_DZ ar_LY ar_MA ar_TN;
    1 5 1 2 1 dmy/ ar_MR;
    1 6 1 2 1 dmy/ ar_SA ar_SO;
    7 8 9 10 7 dmy- as as_IN;
    11 11 12 2 11 dmy/ ast ast_ES;
    11 11 13 13 11 dmy. az az_Latn az_Latn_AZ;
    11 11 1 2 11 dmy. az_Cyrl az_Cyrl_AZ bs_Cyrl bs_Cyrl_BA is is_IS sr sr_Cyrl sr_Cyrl_BA
    sr_Cyrl_ME sr_Cyrl_RS sr_Cyrl_XK sr_Latn sr_Latn_BA sr_Latn_ME sr_Latn_RS sr_Latn_XK;
    14 14 1 15 14 dmy/ bas bas_CM dua dua_CM en_LT en_NO en_SK;
    16 16 17 18 16 dmy. be be_BY ru_UA;
    19 19 17 20 19 dmy. bg bg_BG ie ie_EE ka ka_GE lv lv_LV pl pl_PL sq sq_AL sq_MK sq_XK;
    21 3 1 2 3 ymd- bgc bgc_IN bho bho_IN raj raj_IN;
    22 22 1 23 22 mdy/ blo blo_BJ;
    8 8 9 10 7 dmy/ bn bn_BD bn_IN;
    3 3 1 2 24 ymd- bo bo_CN bo_IN;
    14 14 25 15 14 dmy/ br br_FR;
    8 8 9 10 26 dmy- brx brx_IN;
    11 11 1 15 11 dmy._ bs bs_Latn bs_Latn_BA;
    27 27 1 15 27 dmy/ ca ca_AD ca_ES ca_FR ca_IT en_AR en_CO en_DK fr_LU fr_MA gl gl_ES qu_BO rn
    rn_BI;
    28 8 9 10 28 dmy/ ccp ccp_BD ccp_IN;
    29 29 1 15 29 ymd- ce ce_RU;
    30 3 30 2 30 ymd- ckb ckb_IQ ckb_IR;
    14 14 1 15 14 dmy._ cs cs_CZ en_CZ sk sk_SK;
    14 14 1 15 14 dmy. cv cv_RU en_FI en_RU ru ru_BY ru_KG ru_KZ ru_MD ru_RU smn smn_FI tk tk_TM tt
    tt_RU;
    27 27 1 15 27 dmy. da da_DK da_GL de de_AT de_BE de_DE de_IT de_LU dsb dsb_DE en_AT en_DE hsb
    hsb_DE lb lb_LU mk mk_MK ro ro_MD ro_RO;
    31 31 1 2 31 dmy. de_CH de_LI;
    32 32 1 2 32 dmy/ dje dje_NE twq twq_NE;
    3 3 1 2 21 dmy/ doi doi_IN mai mai_IN;
    3 3 1 2 1 dmy- dv dv_MV;
    33 34 9 35 33 ymd- dz dz_BT;
    36 36 37 38 36 mdy/ ee ee_GH ee_TG;
    11 11 1 2 11 dmy/ el el_CY el_GR en_BE en_BR en_GR en_ID en_NL es_AR es_BO es_BQ es_CO es_CR
    es_CW es_EC es_PY es_UY es_VE fur fur_IT id id_ID kgp kgp_BR kkj kkj_CM ln ln_AO ln_CD ln_CF
    ln_CG lu lu_CD mgh mgh_MZ mua mua_CM nnh nnh_CM pt pt_BR sc sc_IT su su_Latn su_Latn_ID sw_CD
    vi vi_VN yrl yrl_BR yrl_CO yrl_VE;
    0 0 1 2 0 dmy. en_AL en_BG en_EE en_UA hy hy_AM kk kk_Cyrl kk_Cyrl_KZ kk_KZ os os_GE os_RU uk
    uk_UA;
    8 8 9 10 8 dmy/ en_BD en_IN hi_Latn hi_Latn_IN kxv kxv_Latn kxv_Latn_IN;
    39 39 1 2 39 dmy. en_CH;
    27 27 1 15 27 dmy- en_CL;
    3 3 1 2 3 ymd/ en_CN en_JP ja ja_JP kaj kaj_NG kcg kcg_NG;
    40 40 1 15 40 dmy/ en_FR fr fr_BE fr_BF fr_BI fr_BJ fr_BL fr_CD fr_CF fr_CG fr_CI fr_CM fr_DJ
    fr_DZ fr_FR fr_GA fr_GF fr_GN fr_GP fr_GQ fr_HT fr_KM fr_MC fr_MF fr_MG fr_ML fr_MQ fr_MR fr_MU
    fr_NC fr_NE fr_PF fr_PM fr_RE fr_RW fr_SC fr_SN fr_SY fr_TD fr_TG fr_TN fr_VU fr_WF fr_YT;
    0 0 1 2 0 ymd._ en_HU;
    3 3 1 2 3 dmy- en_MV mi mi_NZ syr syr_IQ syr_SY yo yo_BJ yo_NG;
    14 14 1 15 14 ymd- en_SE fr_CA zgh zgh_MA;
    11 11 1 2 11 dmy._ en_SI;
    41 41 1 42 41 dmy. en_TR ku ku_TR tr tr_CY tr_TR;
    43 43 44 45 43 mdy/ en_US_POSIX;
    0 0 1 2 0 ymd/ en_ZA ff_Latn_GH sah sah_RU;
    46 46 17 18 46 dmy/ es es_003 es_EA es_ES es_GQ es_IC es_PH;
    11 11 1 2 11 dmy- es_CL fy fy_NL wo wo_SN;
    47 47 1 2 47 dmy/ es_HT vec vec_IT;
    48 48 17 20 48 dmy. et et_EE;
    49 49 50 23 49 ymd/ eu eu_ES;
    51 52 53 51 51 ymd/ fa fa_IR;
    51 52 53 51 51 mdy/ fa_AF;
    54 55 1 2 54 dmy- ff_Adlm ff_Adlm_BF ff_Adlm_CM ff_Adlm_GH ff_Adlm_GM ff_Adlm_GN ff_Adlm_GW
    ff_Adlm_LR ff_Adlm_MR ff_Adlm_NE ff_Adlm_NG ff_Adlm_SL ff_Adlm_SN;
    56 56 1 15 56 dmy. fi fi_FI se_FI;
    57 57 1 15 57 dmy. fo fo_DK fo_FO hr hr_BA hr_HR;
    47 47 1 2 47 dmy. fr_CH;
    3 3 53 58 3 dmy/ gd gd_GB;
    59 59 1 2 59 dmy/ gez gez_ER gez_ET;
    60 60 1 15 60 dmy. gsw gsw_CH gsw_FR gsw_LI;
    8 8 9 10 61 dmy/ gu gu_IN;
    3 3 62 63 3 dmy/ ha ha_GH ha_NE ha_NG;
    64 64 1 2 64 dmy. he he_IL;
    8 8 9 10 26 dmy/ hi hi_IN kxv_Deva kxv_Deva_IN mr mr_IN xnr xnr_IN;
    19 19 17 20 19 ymd._ hu hu_HU;
    65 65 17 20 65 dmy- ia ia_001;
    3 3 66 2 3 dmy/ ig ig_NG;
    65 65 17 20 65 dmy/ it it_IT it_SM it_VA;
    67 67 17 20 67 dmy. it_CH;
    11 11 1 2 11 ymd- jgo jgo_CM lij lij_IT rw rw_RW seh seh_MZ sg sg_CF vmw vmw_MZ;
    11 11 1 2 68 dmy- jv jv_ID;
    32 32 1 2 32 ymd- khq khq_ML mfe mfe_MU nso nso_ZA ses ses_ML;
    27 27 1 15 27 ymd- kl kl_GL nds nds_DE nds_NL;
    3 3 1 2 69 dmy/ km km_KH;
    8 8 9 10 70 dmy/ kn kn_IN;
    3 3 71 2 3 ymd._ ko ko_CN ko_KP ko_KR;
    3 3 1 2 21 dmy- kok kok_Deva kok_Deva_IN;
    8 8 9 10 8 dmy- kok_Latn kok_Latn_IN;
    2 72 1 2 2 mdy/ ks ks_Arab ks_Arab_IN ks_Aran_IN;
    56 56 1 15 56 ymd- ksh ksh_DE lt lt_LT se se_NO se_SE;
    8 8 9 10 73 dmy/ kxv_Orya kxv_Orya_IN;
    8 8 9 10 74 dmy/ kxv_Telu kxv_Telu_IN;
    75 75 1 2 75 ymd- lmo lmo_IT wae wae_CH;
    11 11 1 2 76 dmy/ lo lo_LA;
    2 3 1 2 2 ymd- lrc lrc_IQ lrc_IR mzn mzn_IR;
    8 8 9 10 77 dmy/ ml ml_IN;
    3 3 1 2 3 ymd. mn mn_MN;
    78 3 1 2 3 dmy/ mni mni_Beng mni_Beng_IN;
    79 3 1 2 3 dmy- mni_Mtei mni_Mtei_IN;
    3 3 1 80 3 dmy/ ms ms_MY ms_SG;
    3 3 1 2 1 dmy/ ms_Arab ms_Arab_MY;
    11 11 1 2 1 dmy/ ms_Arab_BN;
    11 11 1 80 11 dmy/ ms_BN ms_ID;
    81 3 1 2 81 dmy/ my my_MM;
    56 56 82 83 56 dmy. nb nb_NO nb_SJ nn nn_NO no;
    26 8 9 10 26 ymd/ ne ne_IN ne_NP;
    11 11 25 2 11 dmy- nl nl_AW nl_BQ nl_CW nl_NL nl_SR nl_SX;
    11 11 25 2 11 dmy/ nl_BE;
    84 72 1 2 84 ymd- nqo nqo_GN;
    85 85 1 86 85 ymd- oc oc_ES oc_FR;
    8 8 9 10 73 mdy/ or or_IN;
    8 8 87 88 89 dmy/ pa pa_Guru pa_Guru_IN;
    2 64 1 2 2 dmy/ pa_Arab pa_Arab_PK pa_Aran_PK;
    2 90 1 2 2 ymd- ps ps_AF ps_PK uz_Arab uz_Arab_AF;
    19 19 17 20 19 dmy/ pt_CH pt_CV pt_FR pt_GQ pt_GW pt_LU pt_MO pt_MZ pt_PT pt_ST pt_TL;
    29 29 1 15 29 dmy/ qu qu_EC qu_PE;
    60 60 1 15 60 dmy- rm rm_CH;
    26 8 9 10 26 dmy/ sa sa_IN;
    91 3 1 2 3 dmy/ sat sat_Olck sat_Olck_IN;
    21 3 1 2 3 dmy/ sat_Deva sat_Deva_IN;
    92 3 92 93 92 ymd- sd sd_Arab sd_Arab_PK;
    3 3 1 80 3 mdy/ sd_Deva sd_Deva_IN;
    94 94 17 18 94 dmy._ sl sl_SI;
    56 56 95 83 56 ymd- sv sv_AX sv_FI sv_SE;
    8 8 9 10 96 dmy/ ta ta_IN ta_LK;
    3 3 1 2 97 dmy/ ta_MY ta_SG;
    8 8 9 10 74 dmy- te te_IN;
    3 3 1 2 98 dmy/ th th_TH;
    31 31 1 2 31 ymd- tn tn_BW tn_ZA;
    3 3 71 2 3 dmy/ to to_TO;
    99 99 100 101 99 ymd- tok tok_001;
    3 3 1 2 2 ymd- ug ug_CN;
    102 102 103 10 10 dmy/ ur ur_Arab ur_Arab_IN ur_Arab_PK ur_Aran_IN ur_Aran_PK;
    0 0 1 58 0 dmy/ uz uz_Latn uz_Latn_UZ;
    0 0 50 58 0 dmy/ uz_Cyrl uz_Cyrl_UZ;
    3 3 1 2 104 dmy/ vai vai_Latn vai_Latn_LR vai_Vaii vai_Vaii_LR;
    31 31 1 2 31 dmy/ wal wal_ET;
    32 32 1 2 32 mdy/ xh xh_ZA;
    3 3 1 2 105 ymd/ yue yue_Hans yue_Hans_CN yue_Hant yue_Hant_CN yue_Hant_HK zh zh_Hans
    zh_Hans_CN zh_Hans_JP zh_Hans_MY;
    3 3 1 2 105 dmy/ zh_Hans_HK;
    3 3 1 2 105 ymd- zh_Hans_MO zh_Hans_SG;
    3 3 50 2 105 ymd/ zh_Hant zh_Hant_CN zh_Hant_JP zh_Hant_MY zh_Hant_TW;
    3 3 50 2 105 dmy/ zh_Hant_HK zh_Hant_MO;
    """

  /// Those that Foundation does not list, where they differ from their language and their region.
  static let others: StaticString = """
    11 11 1 2 11 dmy/ af_VN ak_VN ba_VN co_VN cy_AT cy_DE cy_ME cy_RS en_AD en_AW en_BA en_BO en_BQ
    en_CD en_CR en_DZ en_EC en_ES en_FO en_GL en_GQ en_HR en_IC en_IS en_IT en_LA en_LU en_LY en_MA
    en_MD en_MK en_MR en_RO en_SM en_TN en_UY en_VA en_VE en_VN es_AW es_GL es_SR gn_VN gv_VN id_AT
    id_DE id_ME id_RS ii_VN io_VN iu_VN kw_VN mg_VN mi_VN mn_VN ms_AT ms_DE ms_ME ms_RS nr_VN nv_VN
    om_VN rw_VN si_VN sn_VN so_AT so_DE so_ME so_RS sr_VN ss_VN st_VN tg_AT tg_DE tg_ME tg_RS ti_VN
    tn_VN ts_VN ve_VN wa_VN wo_VN xh_VN yi_AT yi_DE yi_ME yi_RS yo_VN za_VN zu_VN ain_VN apw_VN
    arn_VN ber_VN byn_AT byn_DE byn_ME byn_RS ceb_VN cho_VN chr_VN cic_VN csw_VN fil_VN gaa_VN
    gez_AT gez_DE gez_ME gez_RS hmn_VN inh_VN jbo_VN jgo_VN lij_VN lkt_VN lmo_VN lut_VN mgo_VN
    mic_VN mid_VN mus_VN myv_VN nnh_AT nnh_DE nnh_ME nnh_RS nnp_VN nso_VN osa_VN pqm_VN prg_VN
    rhg_VN sah_VN scn_VN sjd_VN sje_VN sju_VN syr_VN szl_VN tig_AT tig_DE tig_ME tig_RS trv_VN
    vec_AT vec_DE vec_ME vec_RS vmw_VN wae_VN wal_AT wal_DE wal_ME wal_RS;
    1 6 1 2 1 dmy/ ars ars_CS ars_YU;
    1 139 1 2 1 dmy/ ars_AT ars_DE ars_ME ars_RS;
    114 140 114 115 114 dmy/ ars_AX ars_NO ars_SE ars_SJ;
    116 139 116 117 116 dmy/ ars_AZ;
    1 141 1 2 1 dmy/ ars_CH ars_LI;
    118 6 118 80 118 dmy/ ars_NE;
    103 142 103 10 103 dmy/ ars_PK;
    106 11 1 2 106 dmy- as_AT as_DE as_ME as_RS;
    107 31 1 2 107 dmy- as_CH as_LI;
    78 3 1 2 78 dmy- as_CS as_YU;
    3 3 1 2 3 ymd- az_IQ az_IR eo_CS eo_YU ha_SD kk_AF kk_CN kk_IR kk_MN ku_LB ky_CN mn_CN moh_CS
    moh_YU;
    65 65 17 20 65 dmy/ bg_VN hu_VN ia_VN ie_VN it_AT it_DE it_ME it_RS pl_VN sq_VN;
    131 11 1 2 11 ymd- bgc_AT bgc_DE bgc_ME bgc_RS bho_AT bho_DE bho_ME bho_RS raj_AT raj_DE raj_ME
    raj_RS;
    132 31 1 2 31 ymd- bgc_CH bgc_LI bho_CH bho_LI raj_CH raj_LI;
    21 3 1 2 3 ymd- bgc_CS bgc_YU bho_CS bho_YU raj_CS raj_YU;
    11 11 1 2 108 dmy/ bo_VN;
    11 11 1 2 131 dmy/ brx_VN kok_VN;
    143 11 1 2 143 dmy/ ccp_AT ccp_DE ccp_ME ccp_RS;
    144 31 1 2 144 dmy/ ccp_CH ccp_LI;
    145 3 1 2 145 dmy/ ccp_CS ccp_YU;
    27 27 1 15 27 dmy/ ce_VN cv_VN da_VN de_VN gl_AT gl_DE gl_ME gl_RS kl_VN ro_VN ru_VN tk_VN
    tt_VN nds_VN;
    30 11 30 2 30 ymd- ckb_AT ckb_DE ckb_ME ckb_RS;
    146 0 146 115 146 ymd- ckb_AX ckb_NO ckb_SE ckb_SJ;
    147 11 147 117 147 ymd- ckb_AZ;
    30 31 30 2 30 ymd- ckb_CH ckb_LI;
    30 3 30 2 30 ymd- ckb_CS ckb_YU;
    148 3 148 80 148 ymd- ckb_NE;
    149 8 149 10 149 ymd- ckb_PK;
    29 29 1 15 29 dmy._ cs_CS sk_CS;
    31 31 1 2 31 dmy/ cy_CH cy_LI id_CH id_LI ms_CH ms_LI so_CH so_LI tg_CH tg_LI yi_CH yi_LI
    byn_CH byn_LI gez_CH gez_LI nnh_CH nnh_LI tig_CH tig_LI vec_CH vec_LI wal_CH wal_LI;
    3 3 1 2 3 dmy/ cy_CS cy_YU en_AF en_BH en_CU en_DO en_EG en_EH en_ET en_GT en_HN en_IQ en_JO
    en_KH en_KM en_KW en_LB en_LK en_ML en_MN en_NH en_NI en_OM en_PE en_PS en_QA en_RH en_SO en_SV
    en_SY en_TP en_UK en_YE es_AI es_FK es_JP es_MS es_SX id_CS id_YU ms_CS ms_YU so_CS so_YU tg_CS
    tg_YU yi_CS yi_YU byn_CS byn_YU gez_CS gez_YU nnh_CS nnh_YU tig_CS tig_YU vec_CS vec_YU wal_CS
    wal_YU;
    11 11 1 2 1 dmy/ dv_VN;
    109 27 1 15 109 ymd- dz_AT dz_DE dz_ME dz_RS;
    110 111 1 15 110 ymd- dz_CH dz_LI;
    112 29 1 15 112 ymd- dz_CS dz_YU;
    113 113 37 38 113 dmy/ ee_VN;
    0 0 1 2 0 dmy/ en_AM en_AO en_BY en_GE en_KG en_KZ en_MZ en_ST en_TJ en_TL en_TM en_UZ;
    0 0 114 115 0 dmy/ en_AX en_SJ;
    11 11 116 117 11 dmy/ en_AZ;
    47 47 1 2 47 dmy/ en_BF en_BJ en_BL en_CF en_CG en_CI en_GA en_GF en_GN en_GP en_HT en_MC en_MF
    en_MQ en_NC en_PF en_PM en_RE en_SN en_TD en_TF en_TG en_WF en_YT es_BL es_GF es_GP es_MF es_MQ
    es_PM;
    3 3 118 80 3 dmy/ en_NE;
    8 8 9 10 8 dmy/ en_NP;
    11 11 1 2 11 ymd- eo_AT eo_DE eo_ME eo_RS moh_AT moh_DE moh_ME moh_RS;
    31 31 1 2 31 ymd- eo_CH eo_LI moh_CH moh_LI;
    49 49 50 23 49 dmy/ eu_VN;
    51 90 53 51 51 ymd/ fa_AT fa_DE fa_ME fa_RS;
    119 120 121 119 119 ymd/ fa_AX fa_NO fa_SE fa_SJ;
    122 90 116 122 122 ymd/ fa_AZ;
    123 90 53 123 123 ymd/ fa_BN;
    51 124 53 51 51 ymd/ fa_CH fa_LI;
    51 52 53 51 51 ymd/ fa_CS fa_YU;
    123 52 53 123 123 ymd/ fa_MY;
    123 52 125 123 123 ymd/ fa_NE;
    0 0 1 2 0 ymd- ff_CM ff_GN ff_MR ff_SN shi_MA;
    57 57 1 15 57 dmy/ fo_VN hr_VN lt_VN rm_VN se_VN gsw_VN;
    11 11 1 2 11 dmy- fy_AT fy_DE fy_ME fy_RS;
    31 31 1 2 31 dmy- fy_CH fy_LI;
    3 3 1 2 3 dmy- fy_CS fy_YU;
    111 111 1 15 111 dmy/ gl_CH gl_LI;
    29 29 1 15 29 dmy/ gl_CS gl_YU;
    47 47 1 2 47 ymd- ha_CM;
    40 40 1 15 40 dmy/ ht;
    126 126 17 20 126 dmy/ it_CS it_YU;
    67 67 17 20 67 dmy/ it_LI;
    11 11 1 2 68 dmy/ jv_VN;
    11 11 1 2 11 ymd/ kaj_AT kaj_DE kaj_ME kaj_RS kcg_AT kcg_DE kcg_ME kcg_RS;
    31 31 1 2 31 ymd/ kaj_CH kaj_LI kcg_CH kcg_LI;
    3 3 1 2 3 ymd/ kaj_CS kaj_YU kcg_CS kcg_YU;
    2 11 1 2 2 mdy/ ks_AT ks_DE ks_ME ks_RS;
    115 0 114 115 115 mdy/ ks_AX ks_NO ks_SE ks_SJ;
    117 11 116 117 117 mdy/ ks_AZ;
    80 11 1 80 80 mdy/ ks_BN;
    2 31 1 2 2 mdy/ ks_CH ks_LI;
    2 3 1 2 2 mdy/ ks_CS ks_YU;
    2 72 1 2 2 mdy/ ks_IN;
    80 3 1 80 80 mdy/ ks_MY;
    80 3 118 80 80 mdy/ ks_NE;
    41 41 1 42 41 dmy/ ku_VN tr_VN tok_VN;
    2 11 1 2 2 ymd- lrc_AT lrc_DE lrc_ME lrc_RS mzn_AT mzn_DE mzn_ME mzn_RS;
    115 0 114 115 115 ymd- lrc_AX lrc_NO lrc_SE lrc_SJ mzn_AX mzn_NO mzn_SE mzn_SJ;
    117 11 116 117 117 ymd- lrc_AZ mzn_AZ;
    80 11 1 80 80 ymd- lrc_BN mzn_BN;
    2 31 1 2 2 ymd- lrc_CH lrc_LI mzn_CH mzn_LI;
    2 3 1 2 2 ymd- lrc_CS lrc_YU mzn_CS mzn_YU;
    80 3 1 80 80 ymd- lrc_MY mzn_MY;
    80 3 118 80 80 ymd- lrc_NE mzn_NE;
    106 11 1 2 11 dmy/ mni_AT mni_DE mni_ME mni_RS;
    107 31 1 2 31 dmy/ mni_CH mni_LI;
    78 3 1 2 3 dmy/ mni_CS mni_IN mni_YU;
    127 11 1 2 127 dmy/ my_AT my_DE my_ME my_RS;
    128 31 1 2 128 dmy/ my_CH my_LI;
    81 3 1 2 81 dmy/ my_CS my_YU;
    57 57 129 130 57 dmy/ nb_VN nn_VN no_VN;
    131 11 1 2 131 ymd/ ne_AT ne_DE ne_ME ne_RS;
    132 31 1 2 132 ymd/ ne_CH ne_LI;
    21 3 1 2 21 ymd/ ne_CS ne_YU;
    11 11 25 2 11 dmy/ nl_VN;
    150 11 1 2 150 ymd- nqo_AT nqo_DE nqo_ME nqo_RS;
    151 31 1 2 151 ymd- nqo_CH nqo_LI;
    152 3 1 2 152 ymd- nqo_CS nqo_YU;
    133 133 1 86 133 dmy/ oc_VN;
    11 11 1 2 134 dmy/ or_VN;
    2 64 1 2 2 dmy/ pa_PK;
    2 90 1 2 2 ymd- ps_AT ps_DE ps_ME ps_RS uz_AF;
    115 120 114 115 115 ymd- ps_AX ps_NO ps_SE ps_SJ;
    117 90 116 117 117 ymd- ps_AZ;
    80 90 1 80 80 ymd- ps_BN;
    2 124 1 2 2 ymd- ps_CH ps_LI;
    2 52 1 2 2 ymd- ps_CS ps_YU;
    2 52 1 2 2 ymd/ ps_IR;
    80 52 1 80 80 ymd- ps_MY;
    80 52 118 80 80 ymd- ps_NE;
    131 11 1 2 131 dmy/ sa_AT sa_DE sa_ME sa_RS;
    132 31 1 2 132 dmy/ sa_CH sa_LI;
    21 3 1 2 21 dmy/ sa_CS sa_YU;
    153 11 1 2 11 dmy/ sat_AT sat_DE sat_ME sat_RS;
    154 31 1 2 31 dmy/ sat_CH sat_LI;
    91 3 1 2 3 dmy/ sat_CS sat_IN sat_YU;
    1 3 1 2 1 ymd- sd_AC sd_AE sd_AF sd_AG sd_AI sd_AN sd_AQ sd_AS sd_AU sd_BB sd_BH sd_BM sd_BS
    sd_BU sd_BV sd_BW sd_BZ sd_CA sd_CC sd_CK sd_CN sd_CP sd_CQ sd_CS sd_CT sd_CU sd_CX sd_DD sd_DG
    sd_DM sd_DO sd_DY sd_EG sd_EH sd_ER sd_ET sd_EU sd_EZ sd_FJ sd_FK sd_FM sd_FQ sd_FX sd_GB sd_GD
    sd_GG sd_GH sd_GI sd_GM sd_GS sd_GT sd_GU sd_GY sd_HK sd_HM sd_HN sd_HV sd_IE sd_IL sd_IM sd_IO
    sd_IQ sd_IR sd_JE sd_JM sd_JO sd_JP sd_JT sd_KE sd_KH sd_KI sd_KM sd_KN sd_KP sd_KR sd_KW sd_KY
    sd_LB sd_LC sd_LK sd_LR sd_LS sd_MG sd_MH sd_MI sd_ML sd_MM sd_MN sd_MO sd_MP sd_MS sd_MT sd_MV
    sd_MW sd_MX sd_NF sd_NG sd_NH sd_NI sd_NQ sd_NR sd_NT sd_NU sd_NZ sd_OM sd_PA sd_PC sd_PE sd_PG
    sd_PH sd_PN sd_PR sd_PS sd_PU sd_PW sd_PY sd_PZ sd_QA sd_QO sd_QU sd_RH sd_SA sd_SB sd_SD sd_SG
    sd_SH sd_SL sd_SO sd_SS sd_SU sd_SV sd_SX sd_SY sd_SZ sd_TA sd_TC sd_TH sd_TK sd_TO sd_TP sd_TT
    sd_TV sd_TW sd_TZ sd_UG sd_UK sd_UM sd_UN sd_US sd_VC sd_VD sd_VG sd_VI sd_WK sd_WS sd_YD sd_YE
    sd_YU sd_ZM sd_ZR sd_ZW sd_ZZ sd_001 sd_142 sd_150 sd_002 sd_019 sd_009 sd_143 sd_151 sd_154
    sd_155 sd_015 sd_013 sd_005 sd_014 sd_017 sd_018 sd_021 sd_061 sd_029 sd_030 sd_034 sd_035
    sd_039 sd_053 sd_054 sd_057 sd_145 sd_011 sd_419 sd_202 sd_003;
    1 11 1 2 1 ymd- sd_AD sd_AR sd_AT sd_AW sd_BA sd_BE sd_BI sd_BO sd_BQ sd_BR sd_CD sd_CL sd_CO
    sd_CR sd_CW sd_CY sd_DE sd_DK sd_DZ sd_EA sd_EC sd_ES sd_FO sd_GL sd_GQ sd_GR sd_HR sd_IC sd_ID
    sd_IS sd_IT sd_LA sd_LU sd_LY sd_MA sd_MD sd_ME sd_MK sd_MR sd_NL sd_RO sd_RS sd_RW sd_SI sd_SM
    sd_SR sd_TN sd_TR sd_UY sd_VA sd_VE sd_VN;
    1 0 1 2 1 ymd- sd_AL sd_AM sd_AO sd_BG sd_BY sd_CV sd_CZ sd_EE sd_FI sd_GE sd_GW sd_HU sd_KG
    sd_KZ sd_LT sd_LV sd_MZ sd_NA sd_PL sd_PT sd_RU sd_SK sd_ST sd_TJ sd_TL sd_TM sd_UA sd_UZ sd_XK
    sd_ZA;
    114 0 114 115 114 ymd- sd_AX sd_NO sd_SE sd_SJ;
    116 11 116 117 116 ymd- sd_AZ;
    9 8 9 10 9 ymd- sd_BD sd_BT sd_NP;
    1 47 1 2 1 ymd- sd_BF sd_BJ sd_BL sd_CF sd_CG sd_CI sd_CM sd_DJ sd_FR sd_GA sd_GF sd_GN sd_GP
    sd_HT sd_MC sd_MF sd_MQ sd_NC sd_PF sd_PM sd_RE sd_SC sd_SN sd_TD sd_TF sd_TG sd_VU sd_WF
    sd_YT;
    1 11 1 80 1 ymd- sd_BN;
    1 31 1 2 1 ymd- sd_CH sd_LI;
    3 3 1 80 3 mdy/ sd_IN;
    1 32 1 2 1 ymd- sd_MU;
    1 3 1 80 1 ymd- sd_MY;
    92 3 92 93 92 ymd- sd_PK;
    94 94 17 18 94 dmy/ sl_VN;
    11 11 1 2 11 dmy. sr_XK;
    57 57 135 130 57 dmy/ sv_VN;
    11 11 1 2 136 dmy- te_AT te_DE te_ME te_RS;
    31 31 1 2 137 dmy- te_CH te_LI;
    3 3 1 2 138 dmy- te_CS te_YU;
    8 8 103 10 8 ymd- tg_PK;
    11 11 1 2 2 dmy/ ug_VN;
    11 11 1 58 11 dmy/ uz_AT uz_DE uz_ME uz_RS;
    31 31 1 58 31 dmy/ uz_CH uz_LI;
    3 3 1 58 3 dmy/ uz_CS uz_YU;
    3 3 1 2 105 ymd/ wuu yue_HK;
    3 3 1 2 105 ymd- zh_SG;
    """

  /// What regions have in languages that Foundation does not list there: the separators, the sizes of
  /// groups, the dates, and which languages take these.
  static let regionSymbols: StaticString = """
    2e 2c 3 3 mdy/ some AC AN AQ BU BV CP CQ CT DD DY ER EU EZ FQ FX GS GU HM HV JT MH MI MP MT NQ
    NT PA PC PH PR PU PZ QO QU SO SU TA UM UN US VD VI WK YD ZR ZZ 142 002 019 009 143 151 154 155
    015 013 005 014 017 018 021 061 029 030 034 035 039 053 054 057 145 011 202 003;
    2c 2e 3 3 dmy/ some AD AR BE BI BN BO BR CD CO CR CY DZ EA EC ES GQ GR IC ID IT LA LU LY MA SM
    TN UY VA VE VN;
    2e 2c 3 3 dmy/ some AE AG AI AU BB BM BS BW BZ CC CK CU CX DG DM DO EH ET FJ FK FM GB GD GG GI
    GM GT GY HK HN IE IM IO JE JM KE KH KI KN KY LC LR ML MO MS MW MX MY NF NG NH NI NR NU NZ PE PG
    PN PW RH SB SG SH SL SV SX SZ TC TH TK TO TP TT TV TZ UG UK VC VG ZM 001 150 419;
    2e 2c 3 3 - some AF BH EG IQ IR JO KM KW LB MM OM PS QA SA SD SS SY YE none;
    2c a0 3 3 dmy. some AL AM BY EE FI GE KZ LV NO PL RU SJ TJ TM UA XK;
    2c a0 3 3 dmy/ some AO CV GW MZ PT ST TL UZ;
    2e 2c 3 3 ymd- some AS CA LK LS MG MV NE PY WS ZW;
    2c 2e 3 3 dmy. all AT DE ME RS;
    2c 2e 3 3 dmy- some AW BQ CL CW NL RW SR;
    2c a0 3 3 ymd- some AX BG KG LT NA SE;
    2c 2e 3 3 dmy. some AZ DK FO IS MD RO TR;
    2c 2e 3 3 dmy._ some BA HR SI;
    2e 2c 3 2 dmy/ some BD IN PK;
    2c 202f 3 3 dmy/ some BF BJ BL CF CG CI CM DJ FR GA GF GN GP HT MC MF MQ NC PF PM RE SC SN TD
    TF TG VU WF YT;
    2e 2c 3 2 - some BT NP;
    2e 2019 3 3 dmy. all CH LI;
    2e 2c 3 3 ymd/ some CN GH JP TW;
    2e 2c 3 3 dmy. all CS YU;
    2c a0 3 3 dmy._ some CZ SK;
    2c 2e 3 3 ymd- some GL MK;
    2c a0 3 3 ymd._ some HU;
    2e 2c 3 3 dmy. some IL;
    2e 2c 3 3 ymd._ some KP KR;
    2e 2c 3 3 ymd. some MN;
    2c 2e 3 3 - some MR;
    2e a0 3 3 ymd- some MU;
    2c a0 3 3 ymd/ some ZA;
    """

  /// The languages that take the dates of a region.
  static let following: StaticString = """
    bm bs cs ff fi he is ja ko ln lo lu mk rn sg sk zh agq bas blo dje dsb dua dyo ewo hsb kab khq
    ksf ksh mfe mua nmg seh ses shi smn twq wuu yav yue zgh
    """

  /// The zeros of the numbering systems.
  static let zeros = LocaleCodes(
    """
    adlm=1e950 ahom=11730 arab=660 arabext=6f0 armn=30 armnlow=30 bali=1b50 beng=9e6 bhks=11c50
    brah=11066 cakm=11136 cham=aa50 cyrl=30 deva=966 diak=11950 ethi=30 fullwide=ff10 gara=10d40
    geor=30 gong=11da0 gonm=11d50 grek=30 greklow=30 gujr=ae6 gukh=16130 guru=a66 hanidays=30
    hanidec=30 hans=30 hansfin=30 hant=30 hantfin=30 hebr=30 hmng=16b50 hmnp=1e140 java=a9d0
    jpan=30 jpanfin=30 jpanyear=30 kali=a900 kawi=11f50 khmr=17e0 knda=ce6 krai=16d70 lana=1a80
    lanatham=1a90 laoo=ed0 latn=30 lepc=1c40 limb=1946 mathbold=1d7ce mathdbl=1d7d8 mathmono=1d7f6
    mathsanb=1d7ec mathsans=1d7e2 mlym=d66 modi=11650 mong=1810 mroo=16a60 mtei=abf0 mymr=1040
    mymrepka=116da mymrpao=116d0 mymrshan=1090 mymrtlng=a9f0 nagm=1e4f0 newa=11450 nkoo=7c0
    olck=1c50 onao=1e5f1 orya=b66 osma=104a0 outlined=1ccf0 rohg=10d30 roman=30 romanlow=30
    saur=a8d0 segment=1fbf0 shrd=111d0 sind=112f0 sinh=de6 sora=110f0 sund=1bb0 sunu=11bf0
    takr=116c0 talu=19d0 taml=30 tamldec=be6 telu=c66 thai=e50 tibt=f20 tirh=114d0 tnsa=16ac0
    vaii=a620 wara=118e0 wcho=1e2f0
    """)

  /// The codes of ISO 639, those of three letters with the ones of two.
  static let languages = LocaleCodes(
    """
    aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de
    dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia
    id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo
    lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl
    ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk
    tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu aar=aa abk=ab ace ach ada ady
    aeb afh afr=af agq ain aka=ak akk akz ale aln alt amh=am ang anp apw ara=ar arc arg=an arn aro
    arp arq ars arw ary arz asa ase asm=as ast ava=av ave=ae avk awa aym=ay aze=az bak=ba bal
    bam=bm ban bar bas bax bbc bbj bej bel=be bem ben=bn ber bew bez bfd bfq bgc bgn bho bik bin
    bis=bi bjn bkm bla blo bod=bo bos=bs bpy bqi bra bre=br brh brx bss bua bug bul=bg bum byn byv
    cad car cat=ca cay cch ccp ceb ces=cs cgg cha=ch chb che=ce chg chk chm chn cho chp chr chu=cu
    chv=cv chy cic ckb cop cor=kw cos=co cps cre=cr crh csb csw cym=cy dak dan=da dar dav del den
    deu=de dgr din div=dv dje doi dsb dtp dua dum dyo dyu dzg dzo=dz ebu efi egl egy eka ell=el elx
    eng=en enm epo=eo est=et esu eus=eu ewe=ee ewo ext fan fao=fo fas=fa fat fij=fj fil fin=fi fit
    fon fra=fr frc frm fro frp frr frs fry=fy ful=ff fur gaa gag gan gay gba gbz gez gil gla=gd
    gle=ga glg=gl glk glv=gv gmh goh gom gon gor got grb grc grn=gn gsw guc guj=gu gur guz gwi hai
    hak hat=ht hau=ha haw heb=he her=hz hif hil hin=hi hit hmn hmo=ho hrv=hr hsb hsn hun=hu hup
    hye=hy iba ibb ibo=ig ido=io iii=ii iku=iu ile=ie ilo ina=ia ind=id inh ipk=ik isl=is ita=it
    izh jam jav=jv jbo jgo jmc jpn=ja jpr jrb jut kaa kab kac kaj kal=kl kam kan=kn kas=ks kat=ka
    kau=kr kaw kaz=kk kbd kbl kcg kde kea ken kfo kgp kha khm=km kho khq khw kik=ki kin=rw kir=ky
    kiu kkj kln kmb koi kok kom=kv kon=kg kor=ko kos kpe krc kri krj krl kru ksb ksf ksh kua=kj kum
    kur=ku kut kxv lad lag lah lam lao=lo lat=la lav=lv lez lfn lij lim=li lin=ln lit=lt liv lkt
    lmo lol loz lrc ltg ltz=lb lua lub=lu lug=lg lui lun luo lus lut luy lzh lzz mad maf mag mah=mh
    mai mak mal=ml man mar=mr mas mde mdf mdh mdr men mer mfe mga mgh mgo mic mid min mis mkd=mk
    mlg=mg mlt=mt mnc mni moh mon=mn mos mri=mi mrj msa=ms mua mul mus mwl mwr mwv mya=my mye myv
    mzn nan nap naq nau=na nav=nv nbl=nr nde=nd ndo=ng nds nep=ne new nia niu njo nld=nl nmg nnh
    nno=nn nnp nob=nb nog non nor=no nov nqo nso nus nwc nya=ny nym nyn nyo nzi oci=oc oji=oj
    ori=or orm=om osa oss=os ota otk oui pag pal pam pan=pa pap pau pcd pcm pdc pdt peo pfl phn
    pli=pi pms pnt pol=pl pon por=pt pqm prg pro pus=ps quc que=qu qug raj rap rar rej rgn rhg rif
    rof roh=rm rom ron=ro rtm rue rug run=rn rup rus=ru rwk sad sag=sg sah sam san=sa saq sas sat
    saz sba sbp scn sco sdc sdh see seh sei sel ses sga sgs shi shn shu sid sin=si sjd sje sju sli
    slk=sk slv=sl sly sma sme=se smj smn smo=sm sms sna=sn snd=sd snk sog som=so sot=st spa=es
    sqi=sq srd=sc srn srp=sr srr ssw=ss ssy stq suk sun=su sus sux swa=sw swb swe=sv syc syr szl
    tah=ty tam=ta tat=tt tcy tel=te tem teo ter tet tgk=tg tha=th tig tir=ti tiv tkl tkr tlh tli
    tly tmh tog tok ton=to tpi tru trv tsd tsi tsn=tn tso=ts ttt tuk=tk tum tur=tr tvl twi=tw twq
    tyv tzm udm uga uig=ug ukr=uk umb und urd=ur uzb=uz vai vec ven=ve vep vie=vi vls vmf vmw
    vol=vo vot vro vun wae wal war was wbp wln=wa wol=wo wuu xal xho=xh xmf xnr xog yao yap yav ybb
    yid=yi yor=yo yrl yue zap zbl zea zen zgh zha=za zho=zh zul=zu zun zxx zza
    """)

  /// The codes of ISO 3166 and of the United Nations, with those of two letters.
  static let regions = LocaleCodes(
    """
    AC AD AE AF AG AI AL AM AN AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ
    BR BS BT BU BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CP CQ CR CS CT CU CV CW CX CY CZ DD
    DE DG DJ DK DM DO DY DZ EA EC EE EG EH ER ES ET EU EZ FI FJ FK FM FO FQ FR FX GA GB GD GE GF GG
    GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU HV IC ID IE IL IM IN IO IQ IR IS IT JE
    JM JO JP JT KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG
    MH MI MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NH NI NL NO NP NQ NR NT NU
    NZ OM PA PC PE PF PG PH PK PL PM PN PR PS PT PU PW PY PZ QA QO QU RE RH RO RS RU RW SA SB SC SD
    SE SG SH SI SJ SK SL SM SN SO SR SS ST SU SV SX SY SZ TA TC TD TF TG TH TJ TK TL TM TN TO TP TR
    TT TV TW TZ UA UG UK UM UN US UY UZ VA VC VD VE VG VI VN VU WF WK WS XK YD YE YT YU ZA ZM ZR ZW
    ZZ AAA ABW=AW AFG=AF AGO=AO AIA=AI ALA=AX ALB=AL AND=AD ANT=AN ARE=AE ARG=AR ARM=AM ASC=AC
    ASM=AS ATA=AQ ATF=TF ATG=AG AUS=AU AUT=AT AZE=AZ BDI=BI BEL=BE BEN=BJ BES=BQ BFA=BF BGD=BD
    BGR=BG BHR=BH BHS=BS BIH=BA BLM=BL BLR=BY BLZ=BZ BMU=BM BOL=BO BRA=BR BRB=BB BRN=BN BTN=BT
    BUR=BU BVT=BV BWA=BW CAF=CF CAN=CA CCK=CC CHE=CH CHL=CL CHN=CN CIV=CI CMR=CM COD=CD COG=CG
    COK=CK COL=CO COM=KM CPT=CP CPV=CV CRI=CR CRQ=CQ CUB=CU CUW=CW CXR=CX CYM=KY CYP=CY CZE=CZ DDR
    DEU=DE DGA=DG DJI=DJ DMA=DM DNK=DK DOM=DO DZA=DZ ECU=EC EGY=EG ERI=ER ESH=EH ESP=ES EST=EE
    ETH=ET FIN=FI FJI=FJ FLK=FK FRA=FR FRO=FO FSM=FM FXX=FX GAB=GA GBR=GB GEO=GE GGY=GG GHA=GH
    GIB=GI GIN=GN GLP=GP GMB=GM GNB=GW GNQ=GQ GRC=GR GRD=GD GRL=GL GTM=GT GUF=GF GUM=GU GUY=GY
    HKG=HK HMD=HM HND=HN HRV=HR HTI=HT HUN=HU IDN=ID IMN=IM IND=IN IOT=IO IRL=IE IRN=IR IRQ=IQ
    ISL=IS ISR=IL ITA=IT JAM=JM JEY=JE JOR=JO JPN=JP KAZ=KZ KEN=KE KGZ=KG KHM=KH KIR=KI KNA=KN
    KOR=KR KWT=KW LAO=LA LBN=LB LBR=LR LBY=LY LCA=LC LIE=LI LKA=LK LSO=LS LTU=LT LUX=LU LVA=LV
    MAC=MO MAF=MF MAR=MA MCO=MC MDA=MD MDG=MG MDV=MV MEX=MX MHL=MH MKD=MK MLI=ML MLT=MT MMR=MM
    MNE=ME MNG=MN MNP=MP MOZ=MZ MRT=MR MSR=MS MTQ=MQ MUS=MU MWI=MW MYS=MY MYT=YT NAM=NA NCL=NC
    NER=NE NFK=NF NGA=NG NIC=NI NIU=NU NLD=NL NOR=NO NPL=NP NRU=NR NTZ NZL=NZ OMN=OM PAK=PK PAN=PA
    PCN=PN PER=PE PHL=PH PLW=PW PNG=PG POL=PL PRI=PR PRK=KP PRT=PT PRY=PY PSE=PS PYF=PF QAT=QA QMM
    QNN QOO QPP QQQ QRR QSS QTT QUU QVV QWW QXX QYY QZZ REU=RE ROM=RO ROU=RO RUS=RU RWA=RW SAU=SA
    SCG=CS SDN=SD SEN=SN SGP=SG SGS=GS SHN=SH SJM=SJ SLB=SB SLE=SL SLV=SV SMR=SM SOM=SO SPM=PM
    SRB=RS SSD=SS STP=ST SUN=SU SUR=SR SVK=SK SVN=SI SWE=SE SWZ=SZ SXM=SX SYC=SC SYR=SY TAA=TA
    TCA=TC TCD=TD TGO=TG THA=TH TJK=TJ TKL=TK TKM=TM TLS=TL TMP=TP TON=TO TTO=TT TUN=TN TUR=TR
    TUV=TV TWN=TW TZA=TZ UGA=UG UKR=UA UMI=UM URY=UY USA=US UZB=UZ VAT=VA VCT=VC VEN=VE VGB=VG
    VIR=VI VNM=VN VUT=VU WLF=WF WSM=WS XAA XBB XCC XDD XEA=EA XEE XFF XGG XHH XIC=IC XII XJJ XKK=XK
    XLL XMM XNN XOO XPP XQQ XRR XSS XTT XUU XVV XWW XXX XYY XZZ YEM=YE YMD=YD YUG=YU ZAF=ZA ZAR=ZR
    ZMB=ZM ZWE=ZW ZZZ 001 002 003 004 005 008 009 010 011 012 013 014 015 016 017 018 019 020 021
    024 028 029 030 031 032 034 035 036 039 040 044 048 050 051 052 053 054 056 057 060 061 062 064
    068 070 072 074 076 084 086 090 092 096 100 104 108 112 116 120 124 132 136 140 142 143 144 145
    148 150 151 152 154 155 156 158 162 166 170 172 174 175 178 180 184 188 191 192 196 200 202 203
    204 208 212 214 218 222 226 230 231 232 233 234 238 239 242 246 248 249 250 254 258 260 262 266
    268 270 275 276 278 280 288 292 296 300 304 308 312 316 320 324 328 332 334 336 340 344 348 352
    356 360 364 368 372 376 380 384 388 392 398 400 404 408 410 414 417 418 419 422 426 428 430 434
    438 440 442 446 450 454 458 462 466 470 474 478 480 484 492 496 498 499 500 504 508 512 516 520
    524 528 530 531 532 533 534 535 536 540 548 554 558 562 566 570 574 578 580 581 582 583 584 585
    586 591 598 600 604 608 612 616 620 624 626 630 634 638 642 643 646 652 654 659 660 662 663 666
    670 674 678 682 686 688 690 694 702 703 704 705 706 710 716 720 724 728 729 732 736 740 744 748
    752 756 760 762 764 768 772 776 780 784 788 792 795 796 798 800 804 807 810 818 826 830 831 832
    833 834 840 850 854 858 860 862 876 882 886 887 890 891 894 958 959 960 962 963 964 965 966 967
    968 969 970 971 972 973 974 975 976 977 978 979 980 981 982 983 984 985 986 987 988 989 990 991
    992 993 994 995 996 997 998 999
    """)

  /// The codes of ISO 15924.
  static let scripts = LocaleCodes(
    """
    Adlm Afak Aghb Ahom Arab Aran Armi Armn Avst Bali Bamu Bass Batk Beng Bhks Blis Bopo Brah Brai
    Bugi Buhd Cakm Cans Cari Cham Cher Chrs Cirt Copt Cpmn Cprt Cyrl Cyrs Deva Diak Dogr Dsrt Dupl
    Egyd Egyh Egyp Elba Elym Ethi Gara Geok Geor Glag Gong Gonm Goth Gran Grek Gujr Gukh Guru Hanb
    Hang Hani Hano Hans Hant Hatr Hebr Hira Hluw Hmng Hmnp Hrkt Hung Inds Ital Jamo Java Jpan Jurc
    Kali Kana Kawi Khar Khmr Khoj Kits Knda Kore Kpel Krai Kthi Lana Laoo Latf Latg Latn Lepc Limb
    Lina Linb Lisu Loma Lyci Lydi Mahj Maka Mand Mani Marc Maya Medf Mend Merc Mero Miao Mlym Modi
    Mong Moon Mroo Mtei Mult Mymr Nagm Nand Narb Nbat Newa Nkgb Nkoo Nshu Ogam Olck Onao Orkh Orya
    Osge Osma Ougr Palm Pauc Perm Phag Phli Phlp Phlv Phnx Plrd Prti Qaac Qaai Rjng Rohg Roro Runr
    Samr Sara Sarb Saur Sgnw Shaw Shrd Sidd Sind Sinh Sogd Sogo Sora Soyo Sund Sunu Sylo Syrc Syre
    Syrj Syrn Tagb Takr Tale Talu Taml Tang Tavt Telu Teng Tfng Tglg Thaa Thai Tibt Tirh Tnsa Todr
    Toto Tutg Ugar Vaii Visp Vith Wara Wcho Wole Xpeo Xsux Yezi Yiii Zanb Zinh Zmth Zsye Zsym Zxxx
    Zyyy Zzzz
    """)
}
