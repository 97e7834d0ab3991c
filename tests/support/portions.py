"""How pytest-xdist shares the files of a run among its workers: ``scripts/test`` asks for it by ``--dist loadfile``.

A worker takes a file whole, as its tests share what they have made. The longest are begun first, so that no worker is
left with one at the end while the others have nothing to do.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING
from zlib import crc32

if TYPE_CHECKING:
    import pytest

#: Tests of computations whose lines are run by others that a change plays: ``scripts/late`` writes them.
LATE_FILE = Path(__file__).with_name("late.txt")

#: Files that take long, the longest first; those that are not named take a few seconds.
LONG = (
    "tests/launch/test_launch.py",
    "tests/launch/test_again.py",
    "tests/launch/test_scripts.py",
    "tests/launch/test_bin.py",
    "tests/fault/test_io_errors.py",
    "tests/fault/test_lengths.py",
    "tests/fault/test_signals.py",
    "tests/fault/test_same_again.py",
    "tests/fault/test_simulated.py",
    "tests/fault/test_parameters.py",
    "tests/fault/test_closed_output.py",
    "tests/fault/test_sweeps.py",
    "tests/fault/test_pages.py",
    "tests/cli/test_run_command.py",
    "tests/cli/test_programs_page.py",
    "tests/examples/test_examples.py",
    "tests/run/test_processes.py",
    "tests/vehicle/test_anywhere.py",
    "tests/gym/test_against_simulator.py",
    "tests/gym/test_vector.py",
    "tests/vehicle/test_wave_load.py",
    "tests/vehicle/test_linear.py",
    "tests/grade/test_harnesses.py",
    "tests/missions/test_auv_survey.py",
    "tests/run/test_several.py",
    "tests/vehicle/test_physics.py",
    "tests/vehicle/test_loader_fuzz.py",
    "tests/vehicle/test_public_hydrodynamics.py",
    "tests/golden/test_golden_recorded.py",
    "tests/helm/test_recorded.py",
    "tests/missions/test_odin_hil.py",
    "tests/watch/test_watch_page.py",
    "tests/trials/test_trials.py",
    "tests/trials/test_envelope.py",
    "tests/reference/test_trajectories.py",
    "tests/grade/test_green.py",
    "tests/fit/test_fit.py",
)
#: Files whose tests share nothing: a worker takes one test at a time.
APART = (
    "tests/launch/test_launch.py",
    "tests/launch/test_scripts.py",
    "tests/launch/test_again.py",
    "tests/examples/test_examples.py",
    "tests/grade/test_harnesses.py",
)
#: Files that look at the modules of the package: one worker reads and parses them once for all.
SCANS = (
    "tests/test_imports.py",
    "tests/test_security.py",
    "tests/test_architecture.py",
    "tests/test_citations.py",
    "tests/test_sums.py",
    "tests/check/test_variables.py",
)


def longest_first(items: list[pytest.Item]) -> None:
    """Sort collected tests: those of long files first, all others as they were."""
    places = {file: place for place, file in enumerate(LONG)}
    items.sort(key=lambda item: places.get(portion_of(item.nodeid).partition("::")[0], len(LONG)))


def portion_of(test: str) -> str:
    """Return the name of what a worker takes at once, for the name of a test."""
    file = test.partition("::")[0]
    if file in APART:
        return test
    return SCANS[0] if file in SCANS else file


#: Tests that take long, by the beginning of their names, and what guards the same on every change: chosen by hand.
LATE = {
    "tests/test_benchmarks.py::test_a_long_run_has_its_curve_and_begins_the_same_again": "tests/run/test_processes.py",
    "tests/vehicle/test_bem.py::test_the_barge_rides_as_the_equations_in_frequency_say[2.0-150": "other frequencies",
    "tests/plots/test_paper.py::test_a_paper_has_its_fonts_inside_and_no_title": "the rest of its file",
    "tests/run/test_field_options.py::test_an_application_of_ones_own[abe:": "the other ways there",
    "tests/fit/test_fit.py::test_a_table_tells_the_commands_of_an_embedded_controller[csv": "[parquet]",
    "tests/sensors/test_riding.py::test_the_gyro_integrates_to_the_roll_of_the_mru[parameters1": "[parameters0]",
    "tests/simulator/weather/test_idle_weather.py::test_heave_is_signed_everywhere_but_in_depth[forces": "[motion]",
    "tests/sensors/test_increments.py::test_a_strapdown_follows_a_vehicle_that_waves_only_move_in_its_outputs[0.5":
        "[0.05]",
    "tests/vehicle/test_afloat.py::test_the_antenna_stays_dry_in_a_seaway[torpedo_auv": "[remus100]",
    "tests/vehicle/test_linear.py::test_eigenvalues_are_those_of_the_report[odin-": "the other vehicles",
    "tests/vehicle/test_loader_fuzz.py::test_nonsense[cybership2": "the other vehicles",
    "tests/vehicle/test_wave_load.py::test_short_waves_are_not[2.0-odin": "the other waves",
    "tests/vehicle/test_mean_force.py::test_irregular_following_seas_do_not_speed_a_boat_up":
        "the held hulls there",
    "tests/simulator/weather/test_moving_water.py::test_steps_in_waves_are_of_second_order[odin-10":
        "the other steps",
    "tests/fault/test_signals.py::test_a_signal_at_any_instant[trials": "the other commands",
    "tests/moos/db/test_server.py::test_many_that_never_stop_do_not_hold_up_one_that_says_little":
        "tests/fault/test_hostile.py",
    "tests/grade/test_harnesses.py::test_arguments_and_folders_of_harnesses": "the rest of its file",
    "tests/fault/test_closed_output.py::test_nobody_has_to_read[warm": "the other commands",
    "tests/fault/test_closed_output.py::test_nobody_has_to_read[rosbag": "the other commands",
    "tests/fault/test_closed_output.py::test_nobody_has_to_read[mcap": "the other commands",
    "tests/fault/test_simulated.py::test_a_seed_repeats[7": "the other seeds",
    "tests/cli/test_programs_page.py::test_its_commands_run_and_its_keys_are_there":
        "tests/cli, command by command",
    "tests/cli/test_new.py::test_a_policy_steers_the_new_application": "tests/gym/boat/test_application.py",
    "tests/cli/test_run_command.py::test_a_run_into_head_comes_to_its_end": "tests/fault/test_closed_output.py",
    "tests/cli/test_elsewhere.py::test_commands_that_need_nothing_of_it[sweep": "the other commands",
    "tests/launch/test_scripts.py::test_a_script_that_starts_nothing_is_an_error_with_its_words[while true":
        "the other scripts",
    "tests/plots/test_fleet_figure.py::test_a_folder_of_several_vehicles_is_drawn_as_one_run":
        "the rest of its file",
    "tests/fault/test_lengths.py::test_a_packet_of_requests_for_everything": "the other packets of its file",
    "tests/vehicle/test_mean_force.py::test_drift_coefficients_of_a_vehicle_stand_for_the_law":
        "the held hulls there",
    "tests/vehicle/test_wave_load.py::test_long_waves_are_ridden[jolner]": "the other vehicles",
    "tests/fault/test_simulated_programs.py::test_a_seed_repeats[17]": "[4]",
    "tests/simulator/weather/test_in_weather.py::test_a_leap_in_time_does_not_hang": "tests/fault/test_set_clocks.py",
    "tests/missions/test_odin_weather.py::test_drift_compensation_takes_the_offset_away": "the rest of its file",
    "tests/missions/test_hazards_mission.py::test_the_score_is_that_of_the_report": "the rest of its file",
    "tests/gym/boat/test_application.py::test_the_track_of_the_environment_is_that_of_the_mission[Windy":
        "the others there",
    "tests/gym/test_vector.py::test_the_first_lines_of_the_page_work_in_a_process_of_their_own": "tests/docs",
    "tests/fault/test_live_fields.py::test_members_come_and_go":
        "tests/fault/test_simulated_programs.py, tests/launch",
    "tests/fault/test_parameters.py::test_numbers_that_are_none_are_told_of_and_the_rest_is_played":
        "tests/simulator/test_bad_values.py",
    "tests/doors/test_sitl.py::test_the_motion_follows_from_what_the_imu_measures": "the survey there",
    "tests/sweep/test_sweep.py::test_the_hash_seed_changes_nothing":
        "tests/cli/test_run_command.py; tests/test_sums.py",
    "tests/grade/test_ci_page.py::test_its_steps_pass_with_missions_that_pass": "those that fail there",
    "tests/grade/test_all_of_it.py::test_the_plugin_keeps_files_where_it_is_told": "tests/grade/test_keep.py",
    "tests/fault/test_closed_output.py::test_nobody_has_to_read[sweep m.moos]": "the other commands",
    "tests/fault/test_closed_output.py::test_nobody_has_to_read[compare": "the other commands",
    "tests/grade/test_keep.py::test_broken_off_it_leaves_whole_summaries_only": "tests/run/test_stopped.py",
    "tests/kernels/test_kernels.py::test_the_recorded_law_compiles[False]": "[True]",
    "tests/fault/test_sweeps.py::test_a_worker_that_dies_while_it_sends_a_large_result_holds_nobody_up":
        "killed workers there",
    "tests/sensors/test_instruments.py::test_drifts_are_stationary_from_the_first_sample":
        "test_gps_drift_is_gauss_markov",
    "tests/fault/test_io_errors.py::test_each_call_fails[mcap]": "run, grade and sweep there",
    "tests/fault/test_io_errors.py::test_each_call_fails[rosbag]": "run, grade and sweep there",
    "tests/run/test_stopped.py::test_it_ends_with_all_that_it_started[grade-Looper]": "[run-Looper]",
    "tests/fault/test_name_clash.py::test_the_second_goes_and_the_first_stays[native-built-in]": "the other pairs",
    "tests/missions/test_odin_weather.py::test_all_waypoints_are_reached_and_the_range_is_told_of_once[gale_waves]":
        "rest",
    "tests/cli/test_run_command.py::test_ctrl_c_leaves_complete_files[15-0]": "[2-130]",
    "tests/fault/test_simulated_programs.py::test_what_is_broken_is_found[registrations":
        "the others that are broken",
    "tests/simulator/test_start_with_water.py::test_bluerov2_in_a_current_of_3_m_s": "the other vehicles",
    "tests/sweep/test_sweep.py::test_progress_that_nobody_reads_costs_no_run": "tests/fault/test_closed_output.py",
    "tests/doors/test_ros.py::test_a_bag_is_drawn_and_compared_as_its_log": "what a bag holds",
    "tests/cli/test_programs_page.py::test_a_signal_leaves_json_of_a_run_alone[sweep": "[run",
    "tests/fault/test_same_again.py::test_while_paused_time_stands_still[odin]": "the other vehicles",
    "tests/trials/test_ship.py::test_zig_zags_are_near_those_published[port]": "those to starboard",
    "tests/run/test_stop.py::test_the_first_signal_ends_everything[grade-15]": "[grade-2]",
    "tests/vehicle/test_afloat.py::test_a_torpedo_afloat_rides_the_waves[torpedo_auv": "[remus100",
    "tests/simulator/test_ground.py::test_the_tick_does_not_matter_with_hydrodynamics": "the kinematic ones",
    "tests/sensors/test_nmea.py::test_ten_thousand_sentences": "the rest of its file",
    "tests/missions/test_odin_hil.py::test_nothing_to_control_is_exit_code_2": "the course there",
    "tests/missions/test_odin_weather.py::test_all_waypoints_are_reached_and_the_range_is_told_of_once[gale]": "rest",
    "tests/vehicle/test_bem_computed.py::test_the_data_are_drawn": "tests/vehicle/test_bem.py",
    "tests/sensors/test_increments.py::test_a_strapdown_in_waves_follows_the_vehicle[0.02-, at": "the other places",
    "tests/sensors/test_instruments.py::test_a_noise_density_makes_a_random_walk_of_the_integral_whatever_the_rate[100.0]":
        "the other rates",
    "tests/trials/test_trial_workers.py::test_the_report_is_the_same_by_dask": "sweep's and grade's clusters",
    "tests/missions/test_sonar.py::test_it_arrives_and_keeps_clear_of_what_stands_in_its_way": "test_same_again",
    "tests/doors/test_sitl.py::test_time_goes_on_by_a_frame_an_answer": "the survey there",
    "tests/grade/test_ci_page.py::test_a_key_without_effect_fails_check_and_grade_and_hides_nothing": "its other steps",
    "tests/missions/test_auv_survey.py::test_all_waypoints_are_reached_without_a_warning": "test_same_again",
    "tests/missions/test_auv_survey.py::test_it_keeps_its_altitude_over_the_bank": "test_same_again",
    "tests/missions/test_auv_survey.py::test_there_is_no_gps_fix_below_the_surface": "test_same_again",
    "tests/missions/test_auv_survey.py::test_dead_reckoning_drifts_as_its_compass_is_off": "test_same_again",
    "tests/missions/test_auv_survey.py::test_with_fixes_it_knows_where_it_is_as_well_as_it_says": "test_same_again",
    "tests/missions/test_auv_survey.py::test_the_ctd_sees_the_thermocline": "test_same_again",
    "tests/fault/test_io_errors.py::test_each_call_fails[sweep by two]": "sweep there",
    "tests/fault/test_io_errors.py::test_each_call_fails[report": "run, grade and sweep there",
    "tests/cli/test_new.py::test_a_vehicle_from_a_data_sheet_passes_its_short_envelope": "the rest of its file",
    "tests/gym/test_varied.py::test_rows_of_drawn_boats_are_single_environments_to_the_bit": "the rest of its file",
    "tests/fit/test_identify.py::test_sides_that_are_exchanged_are_noticed": "the rest of its file",
    "tests/doors/test_sitl.py::test_the_same_frames_give_the_same_log": "tests/fault/test_same_again.py",
    "tests/gym/test_vector.py::test_hundreds_of_rows_in_threads_are_those_rows_alone[kinematic]": "[otter]",
    "tests/gym/test_against_simulator.py::test_weather_is_that_of_the_simulator[otter-more2]": "the other weathers",
    "tests/launch/test_again.py::test_a_field_over_processes_is_one_launch": "tests/run/test_processes.py",
    "tests/launch/test_scripts.py::test_a_script_that_waits_for_a_user_is_ended": "the other scripts that do not end",
    "tests/fault/test_io_errors.py::test_each_call_fails[plot]": "run, grade and sweep there",
    "tests/fault/test_io_errors.py::test_each_call_fails[grade]": "the other commands",
    "tests/run/test_processes.py::test_a_verdict_ends_it_at_the_same_tick": "the files of words0",
    "tests/vehicle/test_loader_fuzz.py::test_nonsense[bluerov2]": "the other vehicles",
    "tests/fault/test_same_again.py::test_reset_and_a_fresh_start_are_the_same[bluerov2]": "the other vehicles",
    "tests/fault/test_same_again.py::test_reset_and_a_fresh_start_are_the_same[wamv16]": "the other vehicles",
    "tests/fit/test_fit.py::test_what_a_run_excites_comes_back_within_a_per_cent[uSimMarine-classic]": "other dialects",
    "tests/golden/test_golden_recorded.py::test_run_matches[long_run_01.v22-without quirks]": "long runs with quirks",
    "tests/fault/test_closed_output.py::test_nobody_has_to_read[fit run/m.alog -o out]": "the other commands",
    "tests/launch/test_again.py::test_a_field_with_another_process_comes_out_the_same": "the others of its file",
    "tests/run/test_stop.py::test_grades_and_rows_of_sweeps": "the runs of its file; tests/run/test_stopped.py grades",
    "tests/fault/test_live_fields.py::test_clocks_are_set": "test_members_come_and_go; tests/fault/test_set_clocks.py",
    "tests/fault/test_io_errors.py::test_each_call_fails[fit]": "run, grade and sweep there",
    "tests/fault/test_io_errors.py::test_each_call_fails[trials]": "run, grade and sweep there",
    "tests/fault/test_io_errors.py::test_each_call_fails[fit of a vehicle]": "run, grade and sweep there",
    "tests/missions/test_odin_weather.py::test_all_waypoints_are_reached_and_the_range_is_told_of_once[calm]": "rest",
    "tests/missions/test_odin_hil.py::test_the_computer_may_be_another_machine": "the course by its own machine there",
    "tests/missions/test_odin_hil.py::test_a_course_that_is_not_sailed_is_exit_code_1": "test_requirements",
    "tests/simulator/weather/test_added_resistance.py::test_the_tanker_loses_speed_in_head_seas_and_not_in_following_ones":
        "the formulas of its file",
    "tests/simulator/weather/test_sensing.py::test_waves_break_over_an_antenna_near_the_surface": "tests/sensors",
    "tests/trials/test_step_study.py::test_errors_are_those_of_the_specification": "orders of tests/maths/integrators",
    "tests/trials/test_own_apps_in_trials.py::test_a_damper_damps_more_with_more_gain": "the rest of its file",
    "tests/sensors/test_underwater.py::test_two_kilometres_by_doppler_log_drift_as_the_settings_give": "its noise",
    "tests/sensors/test_underwater.py::test_noise_of_a_doppler_log_is_that_of_its_settings": "test_sensor.py",
    "tests/sensors/test_increments.py::test_a_strapdown_in_waves_follows_the_vehicle[0.05": "the step of 0.02 s",
    "tests/sensors/test_increments.py::test_a_strapdown_in_waves_follows_the_vehicle[0.5": "the step of 0.02 s",
    "tests/vehicle/test_loader_fuzz.py::test_leaving_out_any_table_or_key[odin]": "the other vehicles",
    "tests/vehicle/test_loader_fuzz.py::test_leaving_out_any_table_or_key[bluerov2]": "the other vehicles",
    "tests/vehicle/test_loader_fuzz.py::test_nonsense[odin]": "the other vehicles",
    "tests/vehicle/test_wave_load.py::test_long_waves_are_ridden[odin]": "the other vehicles",
    "tests/vehicle/test_wave_load.py::test_heave_goes_with_the_elevation_that_is_published[jolner": "other vehicles",
    "tests/vehicle/test_bem.py::test_the_barge_rides_as_the_equations_in_frequency_say[1.2-0.0]": "other frequencies",
    "tests/vehicle/test_bem_drift.py::test_the_barge_is_pushed_as_the_file_says[3.0-1--120.0]": "other frequencies",
    "tests/vehicle/test_vehicle_figures.py::test_kvlcc2_at_full_scale": "its other scales; tests/trials/test_ship.py",
    "tests/trials/test_envelope.py::test_surface_craft_hold_it_in_weather[odin]": "the other craft",
    "tests/run/test_processes.py::test_the_same_files_for_any_number[words1]": "words0",
    "tests/run/test_processes.py::test_the_same_files_for_any_number[words2]": "words0",
    "tests/fault/test_same_again.py::test_a_shipped_mission_is_the_same_again[odin_hil]": "the other missions",
    "tests/fault/test_same_again.py::test_a_shipped_mission_is_the_same_again[gale_waves]": "the other missions",
    "tests/fault/test_lengths.py::test_a_hundred_thousand_messages_in_a_packet[sound]": "[the last one wrong]",
    "tests/maths/test_public_maths.py::test_the_case_study": "the functions of its file",
    "tests/gym/boat/test_behaviour_live.py::test_it_steers_live_as_it_does_offline": "tests/cli/test_new.py offline",
    "tests/gym/boat/test_behaviour_live.py::test_a_new_application_leaves_a_log_live": "tests/cli/test_new.py offline",
    "tests/gym/test_varied.py::test_a_drawn_boat_moves_as_the_simulators[more1]": "the other boats",
    "tests/fit/test_fit.py::test_the_odin_run_becomes_a_kinematic_vehicle": "the other runs",
    "tests/sea/test_waves.py::test_load_filter_has_its_variance[0.1017": "the other filters",
    "tests/plots/test_trial_figure.py::test_every_subject_has_its_own_colour_and_style_whoever_else_is_there[zigzag":
        "the other manoeuvres",
    "tests/kernels/test_kernels.py::test_the_documented_law_compiles": "the compiled laws of tests/kernels",
    "tests/test_sums.py::test_a_run_has_the_same_bits_whatever_sum_does": "the search for `sum` there",
    "tests/doors/test_sitl.py::test_attitude_and_quaternion_are_one": "the survey there",
    "tests/fault/test_same_again.py::test_what_is_posted_moves_no_vehicle[wamv16]": "the other vehicles",
    "tests/fault/test_same_again.py::test_while_paused_time_stands_still[bluerov2]": "the other vehicles",
    "tests/simulator/test_bad_values.py::test_a_bad_parameter_gives_one_warning_and_changes_nothing[v2":
        "the other laws",
    "tests/plots/test_run_figure.py::test_the_figure_is_saved_by_its_ending_and_equal_twice[.pdf]": "[.svg], [.png]",
    "tests/vehicle/test_mean_force.py::test_a_held_hull_is_pushed_as_the_drift_law_says[wamv16": "the other hulls",
    "tests/vehicle/test_mean_force.py::test_a_held_hull_is_pushed_as_the_drift_law_says[odin": "the other hulls",
    "tests/vehicle/test_mean_force.py::test_head_seas_take_gerritsmas_and_beukelmans_loss[wamv16": "the other hulls",
    "tests/vehicle/test_wave_load.py::test_the_load_of_a_sea_is_that_of_quadrature[0.0]": "[0.4]",
    "tests/vehicle/test_wave_load.py::test_roll_beyond_the_slope_is_the_resonance_of_a_linear_oscillator[jolner":
        "the other hull",
    "tests/vehicle/test_wave_load.py::test_a_vehicle_dragged_far_beyond_its_range_is_told_of_and_held[jolner":
        "the other hulls",
    "tests/vehicle/test_wave_load.py::test_short_waves_are_not[2.0-jolner": "the other waves",
    "tests/sensors/test_sensor_bytes.py::test_samples_are_those_of_the_plain_rule[at=": "the other settings",
    "tests/sensors/test_sensor_bytes.py::test_samples_are_those_of_the_plain_rule[perfect": "the other settings",
    "tests/fault/test_signals.py::test_the_terminal_is_as_before[play-1]": "the other signals",
    "tests/fault/test_signals.py::test_the_terminal_is_as_before[play-2]": "the other signals",
    "tests/simulator/test_ground.py::test_it_leaves_by_thrust_away_from_the_shoal_only[odin]": "[kinematic]",
    "tests/sea/test_waves.py::test_load_filter_has_its_variance[0.2573": "the other filters",
    "tests/trials/test_ship.py::test_a_ship_in_shallow_water_turns_as_its_printed_equations_with_ankudinovs_factors[3.0":
        "the other depths",
    "tests/gym/test_against_simulator.py::test_weather_is_that_of_the_simulator[bluerov2": "the other weathers",
    "tests/trials/test_glider.py::test_a_steady_glide_is_that_of_the_closed_form[0.5-0.03]": "the other glides",
    "tests/trials/test_glider.py::test_a_steady_glide_is_that_of_the_closed_form[0.3-0.01]": "the other glides",
    "tests/trials/test_glider.py::test_a_steady_glide_is_that_of_the_closed_form[-0.3": "the other glides",
    "tests/vehicle/test_datasheet.py::test_waves_are_those_of_an_integral_over_angles[1-0.3": "the other speeds",
    "tests/vehicle/test_datasheet.py::test_waves_are_those_of_an_integral_over_angles[1-0.9": "the other speeds",
    "tests/plots/test_track_figure.py::test_arrows_and_the_vehicle_are_within_the_axes[180": "the other headings",
    "tests/plots/test_track_figure.py::test_arrows_and_the_vehicle_are_within_the_axes[270": "the other headings",
    "tests/sensors/test_sensor.py::test_tick_rate_changes_nothing[0.25]": "the other rates",
    "tests/maths/test_geodesy.py::test_as_proj_has_it[100000": "the other distances",
    "tests/vehicle/test_physics.py::test_energy_never_grows_unforced[otter-pvs]": "the other variants",
    "tests/vehicle/test_exact.py::test_jacobians_are_exact[odin-mission]": "the other variants",
    "tests/vehicle/test_exact.py::test_jacobians_are_exact[jolner-mission]": "the other variants",
    "tests/vehicle/test_datasheet.py::test_full_thrust_makes_the_top_speed_of_the_file[sheet2]": "the other sheets",
    "tests/vehicle/test_datasheet.py::test_full_thrust_makes_the_top_speed_of_the_file[sheet3]": "the other sheets",
    "tests/fit/test_identify.py::test_the_truth_is_within_its_errors[2]": "the other seed",
    "tests/fit/test_fit.py::test_v22_publishes_every_second_step_and_comes_back_all_the_same[4]": "[10]",
    "tests/vehicle/test_wave_load.py::test_a_head_sea_is_met_at_its_encounter_frequency[jolner": "the other vehicles",
    "tests/vehicle/test_wave_load.py::test_a_head_sea_is_met_at_its_encounter_frequency[odin": "the other vehicles",
    "tests/vehicle/test_loader_fuzz.py::test_nonsense[remus100": "the other vehicles",
    "tests/vehicle/test_loader_fuzz.py::test_leaving_out_any_table_or_key[remus100": "the other vehicles",
    "tests/vehicle/test_public_hydrodynamics.py::test_compiled_slopes_are_those_of_the_model": "compiled steps",
    "tests/doors/test_sitl.py::test_a_survey_of_a_blueboat_in_wind_waves_and_current": "the frames there, one by one",
    "tests/missions/test_odin_hil.py::test_the_course_is_sailed_by_sentences_and_actuator_mail":
        "tests/apps/test_nmea_port.py",
    "tests/trials/test_trials.py::test_the_command_writes_json_and_figures": "tests/plots; tests/cli",
    "tests/simulator/test_ground.py::test_actuators_driven_one_by_one_and_a_tow_lead_off_too":
        "test_off_the_bottom_by_its_own_thrust",
    "tests/grade/test_grade.py::test_a_signal_keeps_what_was_done[SIGHUP]": "the other signals",
    "tests/grade/test_grade.py::test_a_signal_keeps_what_was_done[Ctrl-C]": "the other signals",
    "tests/launch/test_launch.py::test_one_program_is_ended_by_its_name[False]": "[True]",
    "tests/launch/test_launch.py::test_a_signal_ends_all[1-0]": "the other signals",
    "tests/launch/test_launch.py::test_a_signal_ends_all[15-0]": "the other signals",
    "tests/launch/test_launch.py::test_ours_without_their_block_are_told_before_the_start[uTimerScript]": "[pLogger]",
    "tests/trials/test_glider.py::test_it_spirals_to_starboard_with_the_battery_to_port_diving_and_climbing[-1.0]":
        "the other way",
    "tests/trials/test_glider.py::test_a_steady_glide_is_that_of_the_closed_form[0.3-0.02]": "the other glides",
    "tests/trials/test_ship.py::test_a_ship_in_shallow_water_turns_as_its_printed_equations_with_ankudinovs_factors[1.5]":
        "the other depths",
    "tests/plots/test_paper.py::test_a_figure_has_the_width_that_was_asked_for[8.8cm": "the other widths",
    "tests/plots/test_paper.py::test_a_figure_has_the_width_that_was_asked_for[7in": "the other widths",
    "tests/plots/test_run_figure.py::test_the_figure_is_saved_by_its_ending_and_equal_twice[.svg]": "the other endings",
    "tests/plots/test_draw.py::test_the_command_writes_beside_the_run[options2": "the other options",
    "tests/sensors/test_sensor.py::test_tick_rate_changes_nothing[0.05]": "the other rates",
    "tests/gym/test_vector.py::test_hundreds_of_rows_in_threads_are_those_rows_alone[bluerov2]": "the other vehicles",
    "tests/gym/test_against_simulator.py::test_weather_is_that_of_the_simulator[otter-more0": "the other weathers",
    "tests/gym/test_against_simulator.py::test_weather_is_that_of_the_simulator[kvlcc2": "the other weathers",
    "tests/cli/test_json.py::test_what_an_application_prints_stays_out_of_it[sweep 2]": "[sweep 1]",
    "tests/cli/test_elsewhere.py::test_commands_that_need_nothing_of_it[grade-]": "the other commands",
    "tests/vehicle/test_physics.py::test_observed_order[method0": "the other methods",
    "tests/vehicle/test_physics.py::test_observed_order[method1": "the other methods",
    "tests/vehicle/test_backend.py::test_the_motion_does_not_depend_on_the_tick[torpedo_auv": "the other vehicles",
    "tests/simulator/test_bad_values.py::test_a_bad_parameter_gives_one_warning_and_changes_nothing[cl": "the rest",
    "tests/fault/test_io_errors.py::test_each_call_fails[sweep]": "run, grade and launch there",
    "tests/fault/test_sweeps.py::test_killed_workers_and_parents_cost_no_run":
        "tests/sweep/test_sweep_pool.py, tests/run/test_processes.py",
    "tests/launch/test_launch.py::test_a_template_is_expanded_beside_it": "tests/launch/test_scripts.py",
    "tests/launch/test_launch.py::test_an_application_of_ones_own_plays_from_beside_the_file":
        "tests/apps/test_own_live.py",
    "tests/launch/test_launch.py::test_a_warp_of_the_command_line_is_that_of_all":
        "test_communities_of_one_launch_have_one_warp",
    "tests/launch/test_launch.py::test_several_communities_at_once":
        "test_programs_of_several_communities_play_in_one_process",
    "tests/launch/test_launch.py::test_it_goes_on_if_asked": "test_the_first_that_fails_ends_all_with_its_code",
    "tests/launch/test_launch.py::test_a_second_interrupt_does_not_wait": "test_a_signal_ends_all",
    "tests/launch/test_scripts.py::test_nothing_is_half_started[nsplug": "the other scripts",
    "tests/launch/test_scripts.py::test_nothing_is_half_started[set -e": "the other scripts",
    "tests/grade/test_harnesses.py::test_a_judge_may_judge_while_the_script_ends_its_programs":
        "test_a_launch_script_is_judged",
    "tests/grade/test_harnesses.py::test_a_judge_that_judges_too_late_has_not_judged": "test_a_launch_script_is_judged",
    "tests/run/test_processes.py::test_a_signal_ends_all_with_whole_files": "tests/run/test_stop.py",
    "tests/trials/test_trials.py::test_a_straight_run_that_turns_by_itself_is_not_course_stable":
        "the rest of its file",
    "tests/trials/test_trials.py::test_the_edges_of_the_loop_are_searched_between_the_steps": "the rest of its file",
    "tests/trials/test_glider.py::test_mail_makes_it_dive_and_climb_at_the_rate_of_its_pump":
        "test_it_glides_as_gliders_do",
    "tests/trials/test_ship.py::test_a_ship_in_shallow_water_turns_as_its_printed_equations_with_ankudinovs_factors[1.2":
        "the zig-zags in deep water",
    "tests/vehicle/test_wave_load.py::test_a_neutral_vehicle_keeps_its_mean_depth_in_waves":
        "test_heave_goes_with_the_elevation",
    "tests/vehicle/test_mean_force.py::test_a_current_is_no_way_on": "the held hulls there",
    "tests/vehicle/test_mean_force.py::test_a_hull_that_drifts_freely_goes_as_fast_as_law_and_damping_say":
        "the held hulls there",
    "tests/fit/test_identify.py::test_a_prior_and_a_bound_count": "tests/fit, number by number",
    "tests/fit/test_identify.py::test_informations_add_and_a_fit_gives_its_own": "tests/fit, number by number",
    "tests/gym/test_actions_and_sensors.py::test_sensors_err_as_the_package_s_do": "tests/sensors",
    "tests/gym/test_encounter.py::test_helms_keep_clear_of_who_goes_straight_on": "the learner's helm there",
    "tests/simulator/test_plugins.py::test_a_run_of_a_plug_in_that_fails_ends_with_one": "the rest of its file",
    "tests/plots/test_helm_figure.py::test_helms_of_several_vehicles_have_weights_and_decisions":
        "the rest of its file",
    "tests/plots/test_paper.py::test_narrow_panels_go_below_each_other": "the rest of its file",
    "tests/watch/test_watch_page.py::test_without_webgl_the_map_goes_on": "the rest of its file",
    "tests/watch/test_watch_decisions.py::test_our_helm_posts_its_functions_while_a_page_asks": "the rose there",
    "tests/sweep/test_sweep.py::test_the_command_leaves_tables_and_a_figure": "tests/plots; the tables there",
    "tests/sweep/test_sweep.py::test_rows_of_failures_name_no_folder": "the rest of its file",
    "tests/fault/test_mail.py::test_every_declared_variable_is_among_them": "tests/check/test_variables.py",
    "tests/fault/test_files.py::test_spoiled_missions_of_all_kinds": "test_spoiled_files",
    "tests/cli/test_hints.py::test_python_takes_the_name_of_a_shipped_mission": "tests/mission",
    "tests/cli/test_run_command.py::test_each_tenth_has_its_line_and_the_end_its_own": "tests/cli, command by command",
    "tests/test_benchmarks.py::test_a_run_of_each_mission_of_the_table_is_measured": "the table itself",
}  # fmt: skip
#: Tests with many cases that take long together: a change plays about one of so many, always the same, and
#: ``scripts/torture`` all of them.
SAMPLED = {
    "tests/cli/test_usim.py::test_a_reader_that_leaves_is_no_failure": 3,
    "tests/fault/test_closed_output.py::test_nobody_has_to_read": 6,
    "tests/fault/test_files.py::test_spoiled_files": 2,
    "tests/fault/test_limits.py::test_at_below_above_and_far_above": 2,
    "tests/fault/test_mail.py::test_hostile_mail_leaves_a_vehicle_that_can_be_believed": 3,
    "tests/fault/test_same_again.py::test_a_shipped_mission_is_the_same_again": 3,
    "tests/fault/test_same_again.py::test_reset_and_a_fresh_start_are_the_same": 3,
    "tests/fault/test_same_again.py::test_what_is_posted_moves_no_vehicle": 3,
    "tests/fault/test_same_again.py::test_while_paused_time_stands_still": 3,
    "tests/fault/test_signals.py::test_a_signal_at_any_instant": 5,
    "tests/grade/test_green.py::test_a_broken_mission": 2,
    "tests/gym/test_against_simulator.py::test_every_vehicle_moves_as_in_the_simulator": 3,
    "tests/gym/test_environment.py::test_gymnasium_finds_nothing_to_complain_of": 3,
    "tests/helm/test_recorded.py::test_a_vehicle_that_follows_the_decisions_takes_the_recorded_way": 2,
    "tests/kernels/test_sea_kernels.py::test_compiled_kernels_give_the_same_numbers": 2,
    "tests/launch/test_scripts.py::test_a_poke_whose_time_is_not_known_is_named": 3,
    "tests/reference/test_trajectories.py::test_trajectory": 2,
    "tests/run/test_run.py::test_the_short_way_of_the_mail_gives_the_log_of_the_general_one": 3,
    "tests/sensors/test_sensor_bytes.py::test_samples_are_those_of_the_plain_rule": 3,
    "tests/simulator/test_bad_values.py::test_bad_mail_gives_one_warning_and_changes_nothing": 3,
    "tests/test_benchmarks.py::test_each_explains_itself": 3,
    "tests/trials/test_envelope.py::test_every_shipped_vehicle_holds_the_envelope_in_calm_water": 3,
    "tests/trials/test_envelope.py::test_no_vehicle_moves_by_itself": 3,
    "tests/vehicle/test_exact.py::test_jacobians_are_exact": 3,
    "tests/vehicle/test_linear.py::test_a_steady_turn_is_where_a_long_run_ends": 3,
    "tests/vehicle/test_linear.py::test_eigenvalues_are_those_of_the_report": 3,
    "tests/vehicle/test_physics.py::test_energy_never_grows_unforced": 3,
    "tests/vehicle/test_physics.py::test_a_vehicle_drifts_exactly_with_the_current": 3,
    "tests/vehicle/test_vehicle_figures.py::test_no_vehicle_moves_for_nothing_or_better_than_an_actuator_disc": 3,
}


@cache
def covered() -> frozenset[str]:
    """Return the tests of ``LATE_FILE``."""
    return frozenset(LATE_FILE.read_text().splitlines())


def is_late(test: str) -> bool:
    """Whether a test is left to ``scripts/torture``."""
    if test in covered():
        return True
    one_of = SAMPLED.get(test.partition("[")[0], 1)
    return test.startswith(tuple(LATE)) or crc32(test.encode()) % one_of != 0
