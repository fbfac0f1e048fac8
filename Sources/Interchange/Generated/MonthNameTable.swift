/// The names of months in Unicode's CLDR, as Foundation formats them: for each language the months,
/// each with its full and short names, lower case and without a final point.
enum MonthNameTable {
  // swift-format-ignore
  static let languages: StaticString = """
    af:januarie,jan;februarie,feb;maart,mrt;april,apr;mei;junie,jun;julie,jul;augustus,aug;september,sep;oktober,okt;november,nov;desember,des
    be:студзеня,сту,студзень;лютага,лют,люты;сакавіка,сак,сакавік;красавіка,кра,красавік;мая,май;чэрвеня,чэр,чэрвень;ліпеня,ліп,ліпень;жніўня,жні,жнівень;верасня,вер,верасень;кастрычніка,кас,кастрычнік;лістапада,ліс,лістапад;снежня,сне,снежань
    bg:януари,яну;февруари,фев;март;април,апр;май;юни;юли;август,авг;септември,сеп;октомври,окт;ноември,ное;декември,дек
    ca:de gener,gen,gener;de febrer,febr,febrer;de març,març;d’abril,abr,abril;de maig,maig;de juny,juny;de juliol,jul,juliol;d’agost,ag,agost;de setembre,set,setembre;d’octubre,oct,octubre;de novembre,nov,novembre;de desembre,des,desembre
    cs:ledna,led,leden;února,úno,únor;března,bře,březen;dubna,dub,duben;května,kvě,květen;června,čvn,červen;července,čvc,červenec;srpna,srp,srpen;září,zář;října,říj,říjen;listopadu,lis,listopad;prosince,pro,prosinec
    cy:ionawr,ion;chwefror,chwef,chw;mawrth,maw;ebrill,ebr;mai;mehefin,meh;gorffennaf,gorff,gor;awst;medi;hydref,hyd;tachwedd,tach;rhagfyr,rhag
    da:januar,jan;februar,feb;marts,mar;april,apr;maj;juni,jun;juli,jul;august,aug;september,sep;oktober,okt;november,nov;december,dec
    de:januar,jan;februar,feb;märz,mär,mrz;april,apr;mai;juni,jun;juli,jul;august,aug;september,sept,sep;oktober,okt;november,nov;dezember,dez
    el:ιανουαρίου,ιαν,ιανουάριος;φεβρουαρίου,φεβ,φεβρουάριος;μαρτίου,μαρ,μάρτιος,μάρ;απριλίου,απρ,απρίλιος;μαΐου,μαΐ,μάιος,μάι;ιουνίου,ιουν,ιούνιος,ιούν;ιουλίου,ιουλ,ιούλιος,ιούλ;αυγούστου,αυγ,αύγουστος,αύγ;σεπτεμβρίου,σεπ,σεπτέμβριος;οκτωβρίου,οκτ,οκτώβριος;νοεμβρίου,νοε,νοέμβριος,νοέ;δεκεμβρίου,δεκ,δεκέμβριος
    en:january,jan;february,feb;march,mar;april,apr;may;june,jun;july,jul;august,aug;september,sept,sep;october,oct;november,nov;december,dec
    es:enero,ene;febrero,feb;marzo,mar;abril,abr;mayo,may;junio,jun;julio,jul;agosto,ago;septiembre,sept;octubre,oct;noviembre,nov;diciembre,dic
    et:jaanuar,jaan;veebruar,veebr;märts;aprill,apr;mai;juuni;juuli;august,aug;september,sept;oktoober,okt;november,nov;detsember,dets
    eu:urtarrila,urt;otsaila,ots;martxoa,mar;apirila,api;maiatza,mai;ekaina,eka;uztaila,uzt;abuztua,abu;iraila,ira;urria,urr;azaroa,aza;abendua,abe
    fi:tammikuuta,tammi,tammikuu;helmikuuta,helmi,helmikuu;maaliskuuta,maalis,maaliskuu;huhtikuuta,huhti,huhtikuu;toukokuuta,touko,toukokuu;kesäkuuta,kesä,kesäkuu;heinäkuuta,heinä,heinäkuu;elokuuta,elo,elokuu;syyskuuta,syys,syyskuu;lokakuuta,loka,lokakuu;marraskuuta,marras,marraskuu;joulukuuta,joulu,joulukuu
    fr:janvier,janv;février,févr;mars;avril,avr;mai;juin;juillet,juil;août;septembre,sept;octobre,oct;novembre,nov;décembre,déc
    ga:eanáir,ean;feabhra,feabh;márta;aibreán,aib;bealtaine,beal;meitheamh,meith;iúil;lúnasa,lún;meán fómhair,mfómh;deireadh fómhair,dfómh;samhain,samh;nollaig,noll
    gl:xaneiro,xan;febreiro,feb;marzo,mar;abril,abr;maio;xuño;xullo,xul;agosto,ago;setembro,set;outubro,out;novembro,nov;decembro,dec
    hr:siječnja,sij,siječanj;veljače,velj,veljača;ožujka,ožu,ožujak;travnja,tra,travanj;svibnja,svi,svibanj;lipnja,lip,lipanj;srpnja,srp,srpanj;kolovoza,kol,kolovoz;rujna,ruj,rujan;listopada,lis,listopad;studenoga,stu,studeni;prosinca,pro,prosinac
    hu:január,jan;február,febr;március,márc;április,ápr;május,máj;június,jún;július,júl;augusztus,aug;szeptember,szept;október,okt;november,nov;december,dec
    id:januari,jan;februari,feb;maret,mar;april,apr;mei;juni,jun;juli,jul;agustus,agu;september,sep;oktober,okt;november,nov;desember,des
    is:janúar,jan;febrúar,feb;mars,mar;apríl,apr;maí;júní,jún;júlí,júl;ágúst,ágú;september,sep;október,okt;nóvember,nóv;desember,des
    it:gennaio,gen;febbraio,feb;marzo,mar;aprile,apr;maggio,mag;giugno,giu;luglio,lug;agosto,ago;settembre,set;ottobre,ott;novembre,nov;dicembre,dic
    lt:sausio,saus,sausis;vasario,vas,vasaris;kovo,kov,kovas;balandžio,bal,balandis;gegužės,geg,gegužė;birželio,birž,birželis;liepos,liep,liepa;rugpjūčio,rugp,rugpjūtis;rugsėjo,rugs,rugsėjis;spalio,spal,spalis;lapkričio,lapkr,lapkritis;gruodžio,gruod,gruodis
    lv:janvāris,janv;februāris,febr;marts;aprīlis,apr;maijs;jūnijs,jūn;jūlijs,jūl;augusts,aug;septembris,sept;oktobris,okt;novembris,nov;decembris,dec
    mk:јануари,јан;февруари,фев;март,мар;април,апр;мај;јуни,јун;јули,јул;август,авг;септември,сеп;октомври,окт;ноември,ное;декември,дек
    ms:januari,jan;februari,feb;mac;april,apr;mei;jun;julai,jul;ogos,ogo;september,sep;oktober,okt;november,nov;disember,dis
    nb:januar,jan;februar,feb;mars,mar;april,apr;mai;juni,jun;juli,jul;august,aug;september,sep;oktober,okt;november,nov;desember,des
    nl:januari,jan;februari,feb;maart,mrt;april,apr;mei;juni,jun;juli,jul;augustus,aug;september,sep;oktober,okt;november,nov;december,dec
    nn:januar,jan;februar,feb;mars,mar;april,apr;mai;juni,jun;juli,jul;august,aug;september,sep;oktober,okt;november,nov;desember,des
    pl:stycznia,sty,styczeń;lutego,lut,luty;marca,mar,marzec;kwietnia,kwi,kwiecień;maja,maj;czerwca,cze,czerwiec;lipca,lip,lipiec;sierpnia,sie,sierpień;września,wrz,wrzesień;października,paź,październik;listopada,lis,listopad;grudnia,gru,grudzień
    pt:janeiro,jan;fevereiro,fev;março,mar;abril,abr;maio,mai;junho,jun;julho,jul;agosto,ago;setembro,set;outubro,out;novembro,nov;dezembro,dez
    ro:ianuarie,ian;februarie,feb;martie,mar;aprilie,apr;mai;iunie,iun;iulie,iul;august,aug;septembrie,sept;octombrie,oct;noiembrie,nov;decembrie,dec
    ru:января,янв,январь;февраля,февр,февраль;марта,март;апреля,апр,апрель;мая,май;июня,июнь;июля,июль;августа,авг,август;сентября,сент,сентябрь;октября,окт,октябрь;ноября,нояб,ноябрь;декабря,дек,декабрь
    sk:januára,jan,január;februára,feb,február;marca,mar,marec;apríla,apr,apríl;mája,máj;júna,jún;júla,júl;augusta,aug,august;septembra,sep,september;októbra,okt,október;novembra,nov,november;decembra,dec,december
    sl:januar,jan;februar,feb;marec,mar;april,apr;maj;junij,jun;julij,jul;avgust,avg;september,sep;oktober,okt;november,nov;december,dec
    sq:janar,jan;shkurt,shk;mars,mar;prill,pri;maj;qershor,qer;korrik,korr;gusht,gush;shtator,sht;tetor,tet;nëntor,nën;dhjetor,dhj
    sr:јануар,јан;фебруар,феб;март,мар;април,апр;мај;јун;јул;август,авг;септембар,сеп;октобар,окт;новембар,нов;децембар,дец
    sv:januari,jan;februari,feb;mars;april,apr;maj;juni;juli;augusti,aug;september,sep;oktober,okt;november,nov;december,dec
    sw:januari,jan;februari,feb;machi,mac;aprili,apr;mei;juni,jun;julai,jul;agosti,ago;septemba,sep;oktoba,okt;novemba,nov;desemba,des
    tr:ocak,oca;şubat,şub;mart,mar;nisan,nis;mayıs,may;haziran,haz;temmuz,tem;ağustos,ağu;eylül,eyl;ekim,eki;kasım,kas;aralık,ara
    uk:січня,січ,січень;лютого,лют,лютий;березня,бер,березень;квітня,квіт,квітень;травня,трав,травень;червня,черв,червень;липня,лип,липень;серпня,серп,серпень;вересня,вер,вересень;жовтня,жовт,жовтень;листопада,лист,листопад;грудня,груд,грудень
    vi:tháng 1,thg 1;tháng 2,thg 2;tháng 3,thg 3;tháng 4,thg 4;tháng 5,thg 5;tháng 6,thg 6;tháng 7,thg 7;tháng 8,thg 8;tháng 9,thg 9;tháng 10,thg 10;tháng 11,thg 11;tháng 12,thg 12
    """
}
