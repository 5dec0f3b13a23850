/** What the words of one language say about a writer's mood. `*` at a word's end: with any ending. */
export type Lexicon = {
  /** How glad (above 0) or displeased (below) a word or phrase is, −3 to 3. */
  feeling: [weight: number, words: string][]
  /** How much a word or phrase tells that the writer's patience is at an end, 0 to 3. */
  impatience: [weight: number, words: string][]
  /** They turn what follows in the same clause. */
  negations: string
  /** They make what follows stronger. */
  stronger: string
  /** They make what follows weaker. */
  weaker: string
  /** They begin a clause that counts more than what was before. */
  turns: string
}

/** General vocabulary of English. Words of several parts are written with `_`. */
const english: Lexicon = {
  feeling: [
    [
      3,
      `excellent fantastic amazing awesome wonderful brilliant outstanding superb perfect perfectly marvellous
      marvelous delighted thrilled ecstatic love loved loves loving adore* flawless* incredible exceptional
      terrific magnificent best fabulous phenomenal overjoyed stunning`,
    ],
    [
      2,
      `great good happy pleased glad thank thanks thankful grateful appreciate* satisfied satisfying helpful lovely
      beautiful* nice enjoy* delicious impress* friendly kind pleasant pleasure cheerful recommend* superior
      helped delightful charming cheers congratulat* bravo bless generous courteous splendid joy* fun hooray
      yay yippee hats_off well_done good_job great_job keep_it_up cheerful excited praise* compliment*
      heartwarming favourite favorite five_stars 5_stars made_my_day a_pleasure as_good_as_new over_the_moon
      worth_every`,
    ],
    [
      1.5,
      `easy easily smooth* quick quickly fast swift* prompt* useful clear clean cozy cosy comfortable reliable
      efficient effortless* polite patient caring professional solved resolved fixed improved improvement
      better stable works_again working_again sorted cool neat sweet win success* elegant tidy fresh tasty
      attentive thoughtful convenient like liked likes warm welcoming reassur* safe secure relieved relief
      handy valuable fair affordable bargain problem_free trouble_free no_problem no_problems no_complaints
      no_issues`,
    ],
    [1, `fine okay ok yes_please works_well works_now it_works working_now nicely correct hope smile* agree happily`],
    [
      -1,
      `problem* issue* slow late wait waited waiting delay* difficult hard confus* unclear unable missing expensive
      pricey cheap small too_small too_big too_late too_long too_much too_little too_many too_hard noisy noise
      loud sadly regret* unfortunate* concern* worried worry worries worrying doubt* mistake* error* incorrect
      wrong inaccurate incomplete fail fails failed failing failure trouble inconvenien* complain* complaint*
      stuck lost miss missed cancelled canceled declined rejected refused denied invalid blurry faint weak
      stain* dirty dust* bug bugs buggy glitch* lag lags laggy crash* freeze* frozen froze hang hangs unstable
      offline expired overdue overcharged charged_twice double_charged`,
    ],
    [
      -2,
      `bad badly poor poorly disappoint* broken broke break breaks damage* defect* fault* faulty crack* torn scratch*
      leak* rude unhelpful unfriendly unhappy unsatisf* dissatisf* displeased annoying annoyed upset sad hate
      hated dislike* unpleasant uncomfortable unreliable uneven cold_food stale rotten sour mould* mold*
      smell* stink* stank awkward inferior sloppy unprofessional impolite unfair pity not_working
      stopped_working out_of_order no_longer_works went_wrong goes_wrong gone_wrong never_arrived never_came
      not_arrived not_received did_not_receive did_not_arrive has_not_arrived not_come not_been not_delivered
      does_not_work do_not_work did_not_work will_not_work does_not_load does_not_open does_not_start
      cannot_log cannot_open cannot_access cannot_find cannot_connect will_not_connect will_not_start
      will_not_open not_loading cannot_get ill sick malfunction* shattered bent ripped burnt burned spoiled
      ruined hurt hurts painful suffers suffered let_down fell_apart falls_apart unwell mislead* deceptive
      poor_quality anxious stressful stressed`,
    ],
    [
      -3,
      `terrible horrible awful dreadful disgusting appalling atrocious abysmal worst nightmare disaster* catastroph*
      useless worthless garbage rubbish crap* trash unacceptable ridiculous outrageous pathetic furious angry
      rage* livid scam fraud* thieves liars lie lied lies cheated shameful disgrace* hopeless unbearable
      horrendous infuriat* shit* damn* fuck* bloody hell`,
    ],
  ],
  impatience: [
    [
      3,
      `ridiculous outrageous unacceptable furious livid infuriat* enraged fed_up sick_of tired_of sick_and_tired
      had_enough enough_is_enough useless pathetic worthless incompeten* disgrace* shameful shame_on a_joke
      such_a_joke scam rip_off ripoff idiot* moron* stupid clowns liars thieves fuck* shit* bullshit damn*
      goddamn wtf what_the_hell the_hell worst_ever worst_company worst_service worst_customer waste_of
      lose_my_mind losing_my_mind losing_patience lost_patience my_patience patience_is out_of_patience
      run_out_of_patience end_of_my driving_me_mad drives_me_mad over_and_over again_and_again time_and_again
      time_after_time how_hard_can how_hard_is how_many_times how_many_more nobody_cares no_one_cares
      never_again will_never_buy will_never_order will_never_use will_never_shop never_order never_buy
      never_use are_you_kidding are_you_serious you_kidding are_you_even do_you_even i_demand demand_a
      demand_an the_last_time last_warning for_the_hundredth hundredth_time take_legal legal_action my_lawyer
      report_you reporting_you sue_you do_your_job doing_your_job nobody_answers no_one_answers
      nobody_responds no_one_responds nobody_replies no_one_replies frustrat* angry pissed outraged insane
      absurd unbelievable nonsense ludicrous laughable disgusted i_give_up beyond_annoyed so_annoyed
      is_a_nightmare already_told already_said already_explained already_asked already_sent keep_asking
      keeps_asking keep_repeating same_answer same_reply same_response ignored ignoring treated_like
      you_people what_is_wrong_with_you`,
    ],
    [
      2,
      `third_time fourth_time fifth_time sixth_time seventh_time tenth_time nth_time umpteenth 3rd_time 4th_time
      5th_time times_already times_now three_times four_times five_times six_times ten_times several_times
      many_times hundred_times every_single_time every_time_i nothing_happens nothing_works
      nothing_has_happened nobody_helps no_one_helps nobody_knows no_one_knows cannot_believe can_not_believe
      still_nothing still_no still_waiting still_have_not still_has_not not_again yet_again once_again
      keeps_happening not_what_i did_not_read do_not_understand_what i_am_done cancel_everything immediately
      at_once right_now seriously annoyed mess ruined excuses promises stop_sending stop_telling stop_asking
      stop_giving on_hold for_hours hours_on for_weeks for_months real_person want_a_human endless
      ridiculously`,
    ],
    [
      1,
      `again already still never nobody no_one anyone ever enough finally weeks months promised please_just just_want
      forever hello why demand obviously clearly complete completely absolutely totally every_day every_week
      every_month every_single always constantly keep keeps hours forget_it unheard`,
    ],
  ],
  negations: `not no never none nobody nothing neither nor cannot without hardly barely cant dont doesnt didnt isnt wasnt
      wont couldnt shouldnt wouldnt havent hasnt hadnt arent werent aint lacks lacking`,
  stronger: `very really so extremely absolutely totally completely incredibly truly super utterly highly especially most
      such too deeply awfully terribly exceptionally remarkably`,
  weaker: `slightly somewhat rather fairly quite little bit kind_of sort_of a_bit partly mildly`,
  turns: `but however although though yet except`,
}

/** General vocabulary of Swedish. */
const swedish: Lexicon = {
  feeling: [
    [
      3,
      `fantastisk* underbar* utmärkt* perfekt* suverän* strålande enastående briljant* toppen* toppenbra superbra
      jättebra kanon* älskar älskade bäst bästa otroligt_bra makalös* förträfflig* överlycklig* stormförtjust*
      världsklass magisk* jättenöjd* supernöjd* kanonbra grymt_bra skitbra asbra helnöjd* jätteglad*`,
    ],
    [
      2,
      `bra glad glada gladast nöjd nöjda nöjdare tack tackar tacksam* fin fint fina finaste härlig* trevlig* snäll*
      vänlig* hjälpsam* rolig roligt roliga kul utsökt* läcker* läckert god gott vacker* vackert uppskatta*
      imponera* rekommendera* duktig* skicklig* gillar gillade trivs ljuvlig* hurra grattis heja njut* mysig*
      lysande förtjust* charmig* skön skönt sköna jättefin* jättekul superfin* jättetrevlig* bra_jobbat
      bra_gjort stort_tack tusen_tack glädje* lycklig* lyckade lyckad lyckat hjälpte tackar proffsig* kunnig*
      generös* hjärtlig* varmt_tack fem_stjärnor toppbetyg prisvärd* prisvärt underhållande`,
    ],
    [
      1.5,
      `enkel* enkelt lätt smidig* smidigt snabb snabbt snabba snabbare tydlig* praktisk* användbar* bekväm* ren rent
      pålitlig* effektiv* noggrann* proffs löste löst ordnade_sig fungerar_igen funkar_igen fungerar_nu
      funkar_nu nu_fungerar nu_funkar förbättra* bättre stabil* hållbar* trygg* tryggt lugn snygg* fräsch*
      hemtrevlig* omtänksam* artig* smakar_bra lättnad inga_problem inget_problem problemfri* utan_problem
      smärtfri* prima rättvis* billigt_och_bra positiv* fördel*`,
    ],
    [1, `okej ok fungerar_bra funkar_bra fungerar_fint gärna rätt stämmer hoppas godkänt fungerar_utmärkt`],
    [
      -1,
      `problem problemet problemen fel felaktig* sen sent försenad* försening* dröjer dröjt vänta väntat väntar svår
      svårt svåra krånglig* krånglar krånglat krångel förvirra* otydlig* saknas saknades saknar dyr dyrt dyra
      för_liten för_litet för_små för_stor* för_dyr* för_sen* för_lång* för_mycket för_svår* för_kort* liten
      långsam* seg segt sega tyvärr ångrar oro oroar orolig* tvivel* misstag miss missade missat missar nekad*
      nekades avvisad* ogiltig* fläck* smutsig* damm* bugg* kraschar kraschade kraschat hänger hängde fryser
      frös låser låste bråkar strular strul strulat felmeddelande* klag* klagomål besvär* tappar tappade
      ställdes_in inställd* avbröts avbryts suddig* svag* svagt högljudd* försvann försvunnit borta lossnat
      dubbelt två_gånger_för osäker*`,
    ],
    [
      -2,
      `dålig dåligt dåliga sämre besvik* trasig* trasigt trasiga sönder skadad* skadat skadade skada spruck* sprick*
      repad* repor läcker_vatten läckt läckte läckage otrevlig* oförskämd* nonchalant* ovänlig* missnöjd*
      ledsen ledsamt tråkig* synd hata* ogillar obekväm* obehaglig* opålitlig* oprofessionell* orättvis*
      kall_mat unken* sur surt ruttna* mögel* mögl* luktar luktade stinker stank illa fungerar_inte
      funkar_inte fungerade_inte funkade_inte fungerar_ej slutat_fungera slutade_fungera slutat_att_fungera
      ur_funktion ur_drift gick_snett gått_snett går_inte gick_inte kom_aldrig inte_kommit inte_fått
      inte_levererats inte_anlänt har_inte_kommit kommer_inte_åt kan_inte_logga kan_inte_öppna kan_inte_hitta
      kan_inte_använda kan_inte_betala laddar_inte startar_inte öppnas_inte svarar_inte går_ej defekt*
      bristfällig* undermålig* sliten slitet hemsk gör_ont ont stressande pinsam* svikt svek lurad*
      vilseledande ojämn* obrukbar* värre`,
    ],
    [
      -3,
      `fruktansvärd* hemskt hemska förfärlig* gräslig* vidrig* äcklig* usel* urusel* uselt bedrövlig* katastrof*
      mardröm* värdelös* oacceptab* löjlig* skandal* skam* patetisk* sämst sämsta kass kasst kassa skit* jävl*
      jäkl* helvete* fan arg arga rasande förbannad* ilsk* vansinn* bedrägeri* bluff* lurendrejeri* ljuger
      ljugit hopplös* urdålig* bottenlös* outhärdlig*`,
    ],
  ],
  impatience: [
    [
      3,
      `löjlig* löjeväckande skandal* oacceptab* rasande ursinnig* förbannad* vansinnig* galen galna tokig* less_på
      trött_på så_trött utled spyless fått_nog nog_nu nu_räcker nu_får_det_vara värdelös* patetisk*
      inkompeten* skam skäms skämt skämtar skojar driver_ni bluff* lurendrej* idiot* dum dumma korkad* clowner
      fan jävl* jäkl* helvete* skit* sämsta_företag* sämst_någonsin sämsta_jag slöseri tappa_tålamod*
      tappat_tålamod* tappar_tålamod* mitt_tålamod tålamod*_är slut_på_tålamod om_och_om gång_på_gång
      gång_efter_gång runt_runt hur_svårt_kan hur_svårt_ska hur_många_gånger ingen_bryr bryr_er_inte
      aldrig_mer aldrig_igen handlar_aldrig köper_aldrig beställer_aldrig läser_ni_ens läser_du_ens jag_kräver
      kräver_att sista_gången hundrade_gången rättsliga advokat stämma anmäler anmäla gör_ert_jobb
      göra_sitt_jobb ingen_svarar ingen_hör ingen_återkommer svarar_aldrig frustrera* arg upprörd* absurt
      vansinne trams* nonsens struntprat otroligt_dåligt jag_ger_upp redan_sagt redan_förklarat redan_frågat
      redan_skickat redan_gett redan_svarat samma_svar samma_fråga ignorerad* ignorerar ignoreras
      behandlas_som en_mardröm vad_är_det_för_fel_på orkar_inte fattar_ni förstår_ni_inte bedrövlig* horribelt
      irriterad* hånfull* hån`,
    ],
    [
      2,
      `tredje_gången fjärde_gången femte_gången sjätte_gången tionde_gången tre_gånger fyra_gånger fem_gånger
      sex_gånger tio_gånger flera_gånger många_gånger hundra_gånger varje_gång_jag inget_händer
      ingenting_händer händer_inget inget_fungerar ingenting_fungerar ingen_hjälper ingen_vet kan_inte_fatta
      fattar_inte fortfarande_inget fortfarande_inte fortfarande_ingen inte_igen ännu_en_gång än_en_gång
      inte_det_jag inte_vad_jag omedelbart genast på_en_gång allvarligt seriöst irritera* förstört ursäkter
      lovar_och sluta_skicka sluta_fråga sluta_säga i_timmar i_veckor i_månader riktig_person uppenbarligen
      ändlös* varenda sjukt absolut_inte otroligt`,
    ],
    [
      1,
      `igen redan fortfarande aldrig ingen ingenting inget någon någonsin nog äntligen veckor månader lovade lovat
      snälla_bara bara_vill evighet* hallå varför kräver tydligen helt fullständigt varje_dag varje_vecka
      varje_månad alltid jämt ständigt hela_tiden timmar glöm_det nu_då`,
    ],
  ],
  negations: `inte ej icke aldrig ingen inga inget ingenting knappt knappast utan varken`,
  stronger: `väldigt mycket jätte så extremt otroligt oerhört verkligen riktigt helt super fullständigt alldeles
      synnerligen särskilt grymt fruktansvärt rejält`,
  weaker: `lite något ganska rätt delvis en_aning aning`,
  turns: `men dock fast däremot`,
}

export const lexicons = { en: english, sv: swedish }

/** Emoji that tell a mood in any language, by how glad they are; of the angry ones also how impatient. */
export const emoji = {
  glad: [2, '😀😃😄😁😊🙂😍🥰🤩😎👍👏🙏❤💚💙💛🧡💜🎉🥳😘☺💪🌟⭐✨🤗😻🙌💯'],
  displeased: [-2, '😞😔😟🙁☹😢😭😕😩😫😖😣👎💔😒😓😥😰🤢🤮'],
  angry: [3, '😠😡🤬💢🖕😤🤯'],
} as const
